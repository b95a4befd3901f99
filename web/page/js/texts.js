/**
 * Everything the page says, in English. To translate the page, translate this file: what stands in
 * backquotes with `${…}` has values filled in. `texts-puzzles.js` has the words of the puzzles.
 *
 * The sentences of the rules come from the engine.
 */

/** @param {number} count @param {string} one @param {string} many */
const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** @typedef {import('./connection/rules.js').Side} Side */

/** @type {Record<Side, string>} */
const sides = { attackers: 'Attackers', defenders: 'Defenders' };

/** @type {Record<Side, string>} */
const sidesWithin = { attackers: 'the attackers', defenders: 'the defenders' };

/** Why a game ended, after "The … win:". @type {Record<string, string>} */
const winReasons = {
  'king-captured': 'the king is taken',
  'king-escaped': 'the king has escaped',
  encircled: 'a ring of attackers is closed around all defenders',
  'edge-fort': 'the king is safe in a fort at the edge',
  repetition: 'the position has been repeated',
  'no-moves': 'there is no move left',
  resign: 'the other side has resigned',
  'time-forfeit': 'the time of the other side has run out',
  'known-win': 'both engines agree on it',
  'illegal-move': 'the other engine made an illegal move',
  crash: 'the other engine has crashed',
  stall: 'the other engine did not answer',
  garbage: 'the other engine answered with something that is no move',
  unknown: 'it is not known how',
};

/** Why a game is drawn. @type {Record<string, string>} */
const drawReasons = {
  repetition: 'the position has been repeated',
  'no-moves': 'there is no move left',
  'draw-agreed': 'the players have agreed on it',
  'adjudicated-draw': 'both engines see it so',
  'max-moves': 'the game was too long',
};

/** What players of some strength are called, up to an Elo rating. @type {[number, string][]} */
const levels = [
  [750, 'learns the rules'],
  [1100, 'beginner'],
  [1500, 'casual player'],
  [1900, 'club player'],
  [2200, 'strong player'],
];

export const texts = {
  title: 'Branán',
  board: 'Board',
  tabs: {
    play: 'Play',
    analyse: 'Analyse',
    puzzles: 'Puzzles',
    rules: 'Rules',
    records: 'Records',
    watch: 'Watch',
  },
  mainNavigation: 'What to do',
  skipToBoard: 'To the board',
  changeTheme: 'Light or dark',
  flip: 'Turn the board around',
  sounds: 'Sounds',
  showThreats: 'Show what the king can reach and what is threatened',
  threats: {
    reach: 'the king can go there',
    takes: 'the king can take it',
    defendersWin: 'the defenders can win there at once',
    attackersWin: 'the attackers can win there at once',
  },
  sides,
  pieces: { t: 'attacker', T: 'defender', K: 'king' },
  chosen: 'chosen',
  /** @param {number} captures */
  canGo: (captures) =>
    captures > 0
      ? `may be moved to, takes ${counted(captures, 'piece', 'pieces')}`
      : 'may be moved to',

  /**
   * What is special about a square.
   * @param {import('./board/surface.js').BoardRules} ruleset
   * @param {string} name
   */
  special(ruleset, name) {
    if (ruleset.throne.has(name)) return 'throne';
    if (ruleset.corners.has(name)) return 'corner';
    if (ruleset.attackerForts.has(name)) return "attackers' fort";
    if (ruleset.defenderForts.has(name)) return "defenders' fort";
    return '';
  },

  // Connection.
  lost: 'The connection to the program is lost. Start “branan board” again and open its link.',
  matchLost: 'The program that played the match has ended. What you see is how it stood.',
  noToken: 'This page was opened without the link that “branan board” prints. Open that link.',
  /** @param {string} reason */
  failed: (reason) => `That did not work: ${reason}`,

  connectionClosed: 'the connection to the program was closed',
  /** Reasons that the program gives for closing a connection. @type {Record<string, string>} */
  closedFor: {
    'too many pages': 'too many tabs show this page. Close one of them and reload this one',
    'cannot start': 'the engine could not be started',
    ended: 'the engine has ended',
  },
  stale:
    '“branan board” has been started again since this link was made. Open the link that it printed last; your games are kept.',
  notUnderstood: 'the program did not accept this',
  /** @param {string} why */
  badRules: (why) => `the rules string cannot be read: ${why}`,
  unknownRules: 'there are no such rules. Choose a game from the list, or write a rules string',
  controlCharacters: 'the link or text contains control characters, which are not allowed',

  engineLost: 'the engine has given no move',

  // A game.
  newGame: 'New game',
  wellKnownGames: 'Well-known games',
  /** @type {Record<string, { name: string, note: string }>} */
  wellKnown: {
    'brandubh-macwhite': {
      name: 'Brandubh',
      note: 'The small Irish game: eight against four and a king. Learned in a minute, played in ten.',
    },
    tablut: {
      name: 'Tablut',
      note: 'The Sami game that Linnaeus wrote down in 1732. The king escapes to the edge.',
    },
    copenhagen: {
      name: 'Copenhagen',
      note: 'What most people play today, with shield walls and edge forts. Made for tournaments.',
    },
    fetlar: {
      name: 'Fetlar',
      note: 'The rules of the world championship on Shetland. The king escapes to a corner.',
    },
    tawlbwrdd: {
      name: 'Tawlbwrdd',
      note: 'The Welsh game, described in 1587. The king escapes to the edge.',
    },
    'alea-evangelii': {
      name: 'Alea Evangelii',
      note: 'The giant from an Irish manuscript: 72 against 24 and a king. Take an afternoon.',
    },
  },
  ruleset: 'Game',
  ownRules: 'Rules string…',
  rulesString: 'Rules string',
  rulesStringHint: 'In OpenTafl’s notation: dim:7 esc:e ks:w start:/…/',
  /** @param {number} side */
  boards: (side) => `${side}×${side}`,
  beginning: 'Begin with',
  beginnings: { start: 'the start position', here: 'the position on the board' },
  youPlay: 'You play',
  players: {
    attackers: 'the attackers',
    defenders: 'the defenders',
    both: 'both sides (two people)',
    none: 'nobody (engine against engine)',
  },
  strength: 'Strength of the engine',
  fullStrength: 'full',
  /** @param {number} elo */
  elo: (elo) => `about ${elo} Elo, ${levels.find(([most]) => elo <= most)?.[1] ?? 'master'}`,
  thinking: 'Time',
  times: {
    move: 'Fixed time a move',
    clock: 'Clocks',
    none: 'No clock',
  },
  secondsPerMove: 'Seconds a move',
  minutes: 'Minutes for each side',
  increment: 'Seconds added with each move',
  start: 'Start',
  startHint: 'or just move a piece',
  person: 'Player',
  engine: 'Engine',
  takeBack: 'Take back',
  hint: 'Hint',
  moveNow: 'Move now',
  /** @param {number} seconds */
  thinksFor: (seconds) =>
    `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} so far`,
  resign: 'Resign',
  offerDraw: 'Offer draw',
  stopGame: 'End the game',
  analyseGame: 'Analyse this game',
  confirmResign: 'Resign this game?',
  /** @param {Side} side */
  acceptDraw: (side) => `Do ${sidesWithin[side]} accept a draw?`,
  drawRefused: 'The engine wants to play on.',
  yes: 'Yes',
  no: 'No',
  cancel: 'Cancel',
  /** @param {Side} side */
  toMove: (side) => `${sides[side]} to move`,
  /** @param {Side} side */
  engineThinks: (side) => `The engine thinks for ${sidesWithin[side]}…`,
  hintComes: 'Looking for a good move…',
  /** @param {string} move */
  hintIs: (move) => `Try ${move}.`,
  lookingBack: 'You are looking at an earlier position.',
  /** @param {{ winner: Side | null, reason: string }} result */
  result({ winner, reason }) {
    if (winner === null) return `Draw: ${drawReasons[reason] ?? reason}.`;
    return `${sides[winner]} win: ${winReasons[reason] ?? reason}.`;
  },
  /** @param {number} count */
  taken: (count) => (count === 0 ? '' : `${count} taken`),
  clockOf: { attackers: 'Clock of the attackers', defenders: 'Clock of the defenders' },
  /** @param {Side} side @param {string} move */
  said: (side, move) => `${sides[side]}: ${move}`,

  // Moves.
  moves: 'Moves',
  noMoves: 'No move has been made.',
  first: 'First position',
  back: 'One move back',
  forward: 'One move forward',
  last: 'Last position',
  comment: 'Comment on this move',
  commentHint: 'What you think of it',
  promote: 'Main line',
  removeFrom: 'Delete from here',
  /** @type {Record<string, string>} */
  judgements: { '?!': 'doubtful', '?': 'mistake', '??': 'blunder' },

  // Rules.
  rules: 'The rules',
  source: 'Source',

  // Analysis.
  analysis: 'Engine',
  engineOn: 'Think about this position',
  lines: 'Lines',
  depth: 'depth',
  /** @param {string} nodes */
  speed: (nodes) => `${nodes} positions a second`,
  matchRuns: 'A match is being played; to think here takes time from its engines.',
  gameRuns: 'A game is being played; the engine is busy.',
  /** @param {Side} side @param {number} moves */
  proven: (side, moves) => `${sides[side]} win in ${counted(moves, 'move', 'moves')}: proven`,
  advantage: 'Who stands better',
  /** @param {[number, number, number]} chances in per cent */
  chances: ([attackers, draw, defenders]) =>
    `Attackers ${attackers}\u00a0%, draw ${draw}\u00a0%, defenders ${defenders}\u00a0%`,
  signs: '+ is good for the defenders, − for the attackers.',
  gameCurve: 'Evaluation',
  curveSides: 'Above the middle the defenders are ahead, below it the attackers.',
  judgeGame: 'Analyse the whole game',
  stopJudging: 'Stop',
  /** @param {number} done @param {number} all */
  judging: (done, all) => `Position ${done} of ${all}…`,
  /** @param {number} count */
  curveOf: (count) => `How the game went, over ${counted(count, 'position', 'positions')}`,
  /** @param {number} count */
  mistakes: (count) =>
    count === 0 ? 'No mistakes were found.' : `${counted(count, 'mistake', 'mistakes')} found.`,
  tools: 'Tools',
  setUp: 'Set up a position',
  kinds: 'Piece to put',
  setUpHelp: 'Choose a piece, then click squares; click again to clear one.',
  clearBoard: 'Clear the board',
  startPosition: 'Start position',
  sideToMove: 'To move',
  useIt: 'Use this position',
  prove: 'Prove it',
  proveHelp: 'Searches for a proof of who wins with best play. It may take long.',
  stopProof: 'Stop',
  /** @param {string} nodes @param {number} seconds */
  proving: (nodes, seconds) => `Looking for a proof: ${nodes} positions, ${seconds} s…`,
  /** @param {Side} side @param {string} plies */
  provenWin: (side, plies) =>
    plies
      ? `Proven: ${sidesWithin[side]} can force a win within ${counted(Number(plies), 'move', 'moves')}, those of both sides counted.`
      : `Proven: ${sidesWithin[side]} win in the end, by repetition.`,
  provenNeither: 'Proven: neither side can force a win.',
  /** @type {Record<string, string>} */
  unproven: {
    limit: 'No proof was found before it was stopped.',
    repetition: 'Without repeating positions neither side can force a win, and repetition decides.',
    length: 'Some lines are too long to follow.',
  },
  proofLine: 'The line',

  // A match.
  standings: 'Standings',
  nowPlaying: 'Being played',
  lastGames: 'The last games',
  nothingPlayed: 'No game is being played now.',
  nothingEnded: 'No game has ended yet.',
  gameGone: 'that game ended long ago',
  /** @param {number} count */
  movesMade: (count) => `${counted(count, 'move', 'moves')} so far`,
  player: 'Player',
  wins: 'Won',
  draws: 'Drawn',
  losses: 'Lost',
  points: 'Score',
  /** @param {number} played @param {number} all */
  gamesPlayed: (played, all) => `${played} of ${all} games played`,
  /** @param {number} number @param {string} attackers @param {string} defenders @param {string} variant */
  pairing: (number, attackers, defenders, variant) =>
    `${number}. ${attackers} attacks, ${defenders} defends (${variant})`,

  // The rules as exercises.
  lessons: {
    title: 'Try the rules',
    help: 'A small board for each rule of this game. Move a piece.',
    names: {
      capture: 'Capture',
      corner: 'The hostile corner',
      throne: 'The hostile throne',
      shieldWall: 'Shield wall',
      kingOpen: 'The king in the open',
      kingBesideThrone: 'The king beside the throne',
      kingOnThrone: 'The king on the throne',
      escape: 'The escape',
      edgeFort: 'The fort at the edge',
      ring: 'The ring',
    },
    tasks: {
      capture: 'Attackers to move. Capture the defender between two of your pieces.',
      corner: 'Attackers to move. Capture the defender against the corner.',
      throne: 'Attackers to move. Capture the defender against the empty throne.',
      shieldWall: 'Attackers to move. Capture the whole row along the edge.',
      kingOpen: 'Attackers to move. Capture the king, away from the throne.',
      kingBesideThrone: 'Attackers to move. Capture the king beside his throne.',
      kingOnThrone: 'Attackers to move. Capture the king on his throne.',
      escape: 'Defenders to move. Let the king escape.',
      edgeFort: 'Defenders to move. Close the fort around the king.',
      ring: 'Attackers to move. Close the ring around all defenders.',
    },
    right: 'Right.',
    wrong: 'That does not do it. Try again.',
    again: 'Try again',
    next: 'Next exercise',
    allDone: 'You have solved all exercises of this game.',
  },

  // Leaving a game.
  leaveGame:
    'A game is being played. Leave it and open the other one? It is kept, and you can resume it from Records.',
  gameNotKept: 'that game is no longer kept, or the program no longer knows its rules',
  leave: 'Leave this game',
  keepPlaying: 'Keep playing',
  savedGames: 'Your games',
  noSavedGames: 'The last hundred games that you play or open are kept here, in this browser.',
  searchGames: 'Search by game, player or result',
  saveAllGames: 'Save these games as a file',
  deleteGame: 'Delete',
  /**
   * A kept game: its name, and more about it.
   * @param {import('./game/library.js').Entry} entry
   * @returns {[string, string]}
   */
  savedGame({ title, attackers, defenders, moves, result, running, time }) {
    const players = [attackers, defenders].filter(Boolean).join(' – ');
    const end = result
      ? result.winner === null
        ? 'draw'
        : `${sidesWithin[result.winner]} won`
      : running
        ? 'being played'
        : 'unfinished';
    const date = new Date(time).toLocaleString('en-GB', {
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    return [
      title,
      [players, end, counted(moves, 'move', 'moves'), date].filter(Boolean).join(' · '),
    ];
  },

  // Records.
  open: 'Open',
  openFile: 'Open a file…',
  paste: 'Or paste games, moves, a position or a rules string',
  /** @param {string} title */
  pasteHelp: (title) => `Moves and positions are read by the rules in force: ${title}.`,
  pasteHint: '1. d2-e2 d3-b3 …, 3t3/3t3/… a, dim:7 …, or a whole record',
  read: 'Read',
  /** @param {number} count */
  gamesFound: (count) => `${counted(count, 'game', 'games')} found.`,
  /** @param {string} title */
  readBy: (title) => `Read by the rules of ${title}.`,
  /** @param {number} number @param {string} players @param {string} title @param {string} result @param {number} moves */
  foundGame(number, players, title, result, moves) {
    /** @type {Record<string, string>} */
    const words = { attackers: 'attackers won', defenders: 'defenders won', '*': 'unfinished' };
    return `${number}. ${players} · ${title} · ${words[result] ?? result} · ${counted(moves, 'move', 'moves')}`;
  },
  /** @param {number} side */
  noSuchBoard: (side) => `there is no game on a board of ${side}×${side}`,
  /** @param {number} megabytes */
  tooLong: (megabytes) => `the text is longer than ${megabytes} MB`,
  save: 'Save',
  saveHelp:
    'Only records have room for variations. Moves alone have no comments either. A page to share needs nothing but a browser.',
  saveAs: {
    record: 'Record',
    otg: 'OpenTafl’s file',
    moves: 'Moves',
    json: 'hnefatafl.org’s JSON',
    page: 'Page to share',
  },
  copy: 'Copy',
  copied: 'Copied.',
  fen: 'FEN',
  otn: 'OpenTafl’s notation',
  link: 'Link to this position',
  picture: 'Picture of the board',
  saveSvg: 'SVG',
  savePng: 'PNG',
};
