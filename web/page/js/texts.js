/**
 * The text on the page, in English. To translate the page, translate this file and the other files
 * `texts-….js`: the words of the records, of the puzzles, and of the exercises and the review of a game. In
 * strings in backquotes, `${…}` marks the values that are filled in.
 *
 * The text of the rules comes from the engine. This file imports nothing, because it is part of the page to
 * share as well.
 */

/** @typedef {import('./connection/rules.js').Side} Side */

/** @param {number} count @param {string} one @param {string} many */
export const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** @type {Record<Side, string>} */
export const sides = { attackers: 'Attackers', defenders: 'Defenders' };

/** The sides within a sentence. @type {Record<Side, string>} */
export const sidesWithin = { attackers: 'the attackers', defenders: 'the defenders' };

/** Why a game was won, after "Attackers win:" or "Defenders win:". @type {Record<string, string>} */
const winReasons = {
  'king-captured': 'the king has been captured',
  'king-escaped': 'the king has escaped',
  encircled: 'the defenders are encircled',
  'edge-fort': 'the king is safe in an edge fort',
  'king-trapped': 'the king is trapped at the edge',
  'corners-closed': 'the corners are closed to the defenders',
  repetition: 'the position has been repeated',
  'no-moves': 'the other side has no legal move',
  resign: 'the other side has resigned',
  'time-forfeit': 'the other side has run out of time',
  'known-win': 'both engines agree that the game is decided',
  'illegal-move': 'the other engine made an illegal move',
  crash: 'the other engine has crashed',
  stall: 'the other engine did not answer',
  garbage: 'the other engine sent something that is not a move',
  unknown: 'the reason was not recorded',
};

/** Why a game is drawn. @type {Record<string, string>} */
const drawReasons = {
  repetition: 'the position has been repeated',
  'no-moves': 'the side to move has no legal move',
  'draw-agreed': 'the players agreed to it',
  'adjudicated-draw': 'both engines see an equal game',
  'max-moves': 'the game reached its move limit',
  'turn-limit': 'the game has reached the turn limit of its rules',
};

/** Names for playing strengths, each up to an Elo rating. @type {[number, string][]} */
const levels = [
  [750, 'new to the game'],
  [1100, 'beginner'],
  [1500, 'casual player'],
  [1900, 'club player'],
  [2200, 'strong player'],
];

/** The longest word and the longest text of an error, in characters. */
const [MAX_WORD, MAX_ERROR] = [40, 300];

/**
 * Shortens what an error quotes, so that the rest can be read.
 * @param {string} error
 */
function shortened(error) {
  const words = error.replace(/\S+/g, (word) =>
    word.length > 1.5 * MAX_WORD ? `${word.slice(0, MAX_WORD)}…` : word,
  );
  if (words.length <= MAX_ERROR) return words;
  return `${words.slice(0, MAX_ERROR / 2)} … ${words.slice(-MAX_ERROR / 4)}`;
}

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
  mainNavigation: 'Main',
  skipToBoard: 'Skip to the board',
  changeTheme: 'Light or dark',
  flip: 'Flip the board',
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
  chosen: 'selected',
  /** @param {number} captures */
  canGo: (captures) =>
    captures > 0
      ? `possible move, captures ${counted(captures, 'piece', 'pieces')}`
      : 'possible move',

  /**
   * The kind of a special square; empty for other squares.
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
  lost: 'The connection to the program was lost. Start “branan board” again and open its link.',
  matchLost: 'The program running the match has stopped. The page shows the match as it stood.',
  noToken: 'This page was opened without the link that “branan board” prints. Open that link.',
  /** @param {string} reason */
  failed: (reason) => `That did not work: ${shortened(reason)}`,

  connectionClosed: 'the connection to the program was closed',
  /** The program's reasons for closing a connection. @type {Record<string, string>} */
  closedFor: {
    'too many pages': 'too many tabs have this page open. Close one of them and reload this one',
    'cannot start': 'the engine could not be started',
    ended: 'the engine has stopped',
  },
  stale:
    '“branan board” has been restarted since this link was made. Open the link that it printed last. Your games are safe.',
  notUnderstood: 'the program did not accept this',
  /** @param {string} why */
  badRules: (why) => `the rules string cannot be read: ${why}`,
  unknownRules: 'there are no such rules. Choose a game from the list, or write a rules string',
  lineTooLong: 'the text is too long',
  controlCharacters: 'the link or text contains control characters, which are not allowed',

  engineLost: 'the engine did not return a move',

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
      note: 'The rules of the world championship in Shetland. The king escapes to a corner.',
    },
    tawlbwrdd: {
      name: 'Tawlbwrdd',
      note: 'The Welsh game, described in 1587. The king escapes to the edge.',
    },
    'alea-evangelii': {
      name: 'Alea Evangelii',
      note: 'The giant from an Irish manuscript: 72 against 24 and a king. Allow an afternoon.',
    },
  },
  ruleset: 'Game',
  ownRules: 'Rules string…',
  rulesString: 'Rules string',
  rulesStringHint: 'In OpenTafl notation: dim:7 esc:e ks:w start:/…/',
  /** @param {number} side */
  boards: (side) => `${side}×${side}`,
  beginning: 'Start from',
  beginnings: { start: 'the start position', here: 'the position on the board' },
  positionLeft: 'the position that you left',
  youPlay: 'You play',
  players: {
    attackers: 'the attackers',
    defenders: 'the defenders',
    both: 'both sides (two people)',
    none: 'neither side (engine against engine)',
  },
  strength: 'Engine strength',
  fullStrength: 'full strength',
  /** @param {number} elo */
  elo: (elo) => `about ${elo} Elo, ${levels.find(([most]) => elo <= most)?.[1] ?? 'master'}`,
  /** @param {number} level @param {string} words */
  level: (level, words) => `Level ${level}: ${words}`,
  /** @param {string} engine @param {number} elo */
  limited: (engine, elo) => `${engine} (${elo} Elo)`,
  thinking: 'Time',
  times: {
    move: 'Fixed time per move',
    clock: 'Clocks',
    none: 'No clock',
  },
  secondsPerMove: 'Seconds per move',
  minutes: 'Minutes per side',
  increment: 'Seconds added per move',
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
  drawRefused: 'The engine declines the draw.',
  yes: 'Yes',
  no: 'No',
  cancel: 'Cancel',
  /** @param {Side} side */
  toMove: (side) => `${sides[side]} to move`,
  /** @param {Side} side */
  engineThinks: (side) => `The engine is thinking for ${sidesWithin[side]}…`,
  hintComes: 'Looking for a good move…',
  /** @param {string} move */
  hintIs: (move) => `Try ${move}.`,
  lookingBack: 'You are looking at an earlier position.',
  /** @param {{ winner: Side | null, reason: string }} result */
  result({ winner, reason }) {
    if (winner === null) return `Draw: ${drawReasons[reason] ?? reason}.`;
    return `${sides[winner]} win: ${winReasons[reason] ?? reason}.`;
  },
  /** The end of a game that the player of the other side resigned. @param {Side} winner */
  youResigned: (winner) => `You resigned. The ${winner} win.`,
  /** @param {number} count */
  taken: (count) => (count === 0 ? '' : `${count} taken`),
  clockOf: { attackers: 'Attackers’ clock', defenders: 'Defenders’ clock' },
  /** @param {Side} side @param {string} move */
  said: (side, move) => `${sides[side]}: ${move}`,

  // Moves.
  moves: 'Moves',
  noMoves: 'No moves yet.',
  first: 'First position',
  back: 'One move back',
  forward: 'One move forward',
  last: 'Last position',
  comment: 'Comment on this move',
  commentHint: 'Your thoughts on this move',
  promote: 'Make this the main line',
  removeFrom: 'Delete from here',
  /** @type {Record<string, string>} */
  judgements: { '?!': 'dubious', '?': 'mistake', '??': 'blunder' },

  // Rules.
  rules: 'The rules',
  source: 'Source',

  // Analysis.
  analysis: 'Engine',
  engineOn: 'Analyse this position',
  lines: 'Lines',
  depth: 'depth',
  /** @param {string} nodes */
  speed: (nodes) => `${nodes} positions per second`,
  matchRuns: 'A match is running. Analysis here would slow down its engines.',
  gameRuns: 'The engine analyses when the game in progress is over.',
  /** @param {Side} side @param {number} moves */
  proven: (side, moves) => `${sides[side]} win in ${counted(moves, 'move', 'moves')}: proven`,
  advantage: 'Who is ahead',
  /** @param {[number, number, number]} chances percentages */
  chances: ([attackers, draw, defenders]) =>
    `Attackers ${attackers}\u00a0%, draw ${draw}\u00a0%, defenders ${defenders}\u00a0%`,
  signs: '+ is good for the defenders, − is good for the attackers.',
  gameCurve: 'Evaluation',
  curveSides: 'Above the middle line the defenders are ahead; below it, the attackers.',
  judgeGame: 'Analyse game',
  stopJudging: 'Stop',
  /** @param {number} done @param {number} all */
  judging: (done, all) => `Position ${done} of ${all}…`,
  /** @param {number} count */
  curveOf: (count) => `Evaluation over ${counted(count, 'position', 'positions')}`,
  /** @param {number} count */
  mistakes: (count) =>
    count === 0 ? 'No mistakes found.' : `${counted(count, 'mistake', 'mistakes')} found.`,
  tools: 'Tools',
  setUp: 'Set up a position',
  kinds: 'Piece to place',
  setUpHelp: 'Choose a piece, then click squares; click again to clear one.',
  clearBoard: 'Clear the board',
  startPosition: 'Start position',
  sideToMove: 'To move',
  useIt: 'Use this position',
  prove: 'Prove it',
  proveHelp: 'Searches for a proof of who wins with best play. This can take a long time.',
  stopProof: 'Stop',
  /** @param {string} nodes @param {number} seconds */
  proving: (nodes, seconds) => `Looking for a proof: ${nodes} positions, ${seconds} s…`,
  /** @param {Side} side @param {string} plies */
  provenWin: (side, plies) =>
    plies
      ? `Proven: ${sidesWithin[side]} can force a win within ${counted(Number(plies), 'move', 'moves')}, counting the moves of both sides.`
      : `Proven: ${sidesWithin[side]} win in the end because of the repetition rule.`,
  provenNeither: 'Proven: neither side can force a win.',
  /** @type {Record<string, string>} */
  unproven: {
    limit: 'Stopped before a proof was found.',
    repetition:
      'Neither side can force a win without repeating positions, so the repetition rule decides.',
    length: 'Some lines are too long to follow.',
  },
  proofLine: 'Proven line',

  // A match.
  standings: 'Standings',
  nowPlaying: 'In progress',
  lastGames: 'Latest games',
  nothingPlayed: 'No game is in progress.',
  nothingEnded: 'No game has finished yet.',
  gameGone: 'that game is no longer available',
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

  // Leaving a game.
  leaveGame: 'A game is in progress. Leave it? It is saved, and you can resume it from Records.',
  gameNotKept: 'that game is no longer saved, or the program no longer has its rules',
  leave: 'Leave this game',
  keepPlaying: 'Keep playing',
};
