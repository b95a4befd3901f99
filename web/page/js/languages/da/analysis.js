/** The words for analysis in Danish; see `en/analysis.js`. */

/** @type {import('../say.js').Translation<typeof import('../en/analysis.js').words>} */
export const words = {
  analysis: 'Motor',
  engineOn: 'Analysér stillingen',
  engineAgain: 'Start motoren igen',
  linesLater: 'Varianterne kommer igen, når hele partiet er analyseret.',
  lines: 'Varianter',
  depth: 'dybde',
  speed: '{nodes} stillinger i sekundet',
  matchRuns: 'En match er i gang. Analyse her ville sinke dens motorer.',
  gameRuns: 'Motoren analyserer, når det igangværende parti er slut.',
  preview: 'Forhåndsvisning',
  proven: {
    attackers: {
      one: 'Angriberne vinder i {count} træk: bevist',
      other: 'Angriberne vinder i {count} træk: bevist',
    },
    defenders: {
      one: 'Forsvarerne vinder i {count} træk: bevist',
      other: 'Forsvarerne vinder i {count} træk: bevist',
    },
  },
  advantage: 'Hvem der står bedst',
  chances: 'Angribere {attackers}\u00a0%, remis {draw}\u00a0%, forsvarere {defenders}\u00a0%',
  even: 'Omtrent lige.',
  ahead: {
    attackers: {
      winning: 'Angriberne står til gevinst.',
      better: 'Angriberne står bedst.',
      slightly: 'Angriberne står lidt bedre.',
    },
    defenders: {
      winning: 'Forsvarerne står til gevinst.',
      better: 'Forsvarerne står bedst.',
      slightly: 'Forsvarerne står lidt bedre.',
    },
  },
  signs: '+ er godt for forsvarerne, − er godt for angriberne.',
  gameCurve: 'Vurdering',
  curveSides: 'Over midterlinjen står forsvarerne bedst, under den angriberne.',
  judgeGame: 'Analysér parti',
  judgeRest: 'Analysér resten',
  judgedPart: 'Ikke færdig: {done} af {all} stillinger analyseret.',
  judgeFailed: 'Analysen af partiet blev afbrudt. »{button}« fortsætter den. Årsagen: {reason}',
  judgeTime: 'Tid pr. stilling',
  stop: 'Stop',
  judging: 'Stilling {done} af {all} …',
  curveOf: { one: 'Vurdering af {count} stilling', other: 'Vurdering af {count} stillinger' },
  noMistakes: 'Ingen fejl fundet.',
  found: {
    blunders: { one: '{count} bommert', other: '{count} bommerter' },
    mistakes: { one: '{count} fejl', other: '{count} fejl' },
    dubious: { one: '{count} tvivlsomt træk', other: '{count} tvivlsomme træk' },
  },
  tools: 'Værktøjer',
  setUp: 'Opstil en stilling',
  kinds: 'Brik, der skal sættes',
  setUpHelp: 'Vælg en brik, og klik på felter; klik igen for at tømme et felt.',
  clearBoard: 'Ryd brættet',
  startPosition: 'Startstilling',
  sideToMove: 'I trækket',
  useIt: 'Brug stillingen',
  noKing: 'Sæt først en konge.',
  prove: 'Bevis det',
  proveHelp: 'Søger et bevis for, hvem der vinder ved bedste spil. Det kan tage lang tid.',
  proving: 'Leder efter et bevis: {nodes} stillinger, {seconds} s …',
  provenWin: {
    attackers: {
      one: 'Bevist: Angriberne kan fremtvinge sejr inden for {count} træk, begge siders træk talt med.',
      other:
        'Bevist: Angriberne kan fremtvinge sejr inden for {count} træk, begge siders træk talt med.',
    },
    defenders: {
      one: 'Bevist: Forsvarerne kan fremtvinge sejr inden for {count} træk, begge siders træk talt med.',
      other:
        'Bevist: Forsvarerne kan fremtvinge sejr inden for {count} træk, begge siders træk talt med.',
    },
  },
  provenLater: {
    attackers: 'Bevist: Angriberne vinder til sidst på grund af gentagelsesreglen.',
    defenders: 'Bevist: Forsvarerne vinder til sidst på grund af gentagelsesreglen.',
  },
  provenNeither: 'Bevist: Ingen af siderne kan fremtvinge sejr.',
  unproven: {
    limit: 'Stoppet, før et bevis var fundet.',
    repetition:
      'Ingen af siderne kan fremtvinge sejr uden at gentage stillinger, så gentagelsesreglen afgør det.',
    length: 'Nogle varianter er for lange at følge.',
    recurrence:
      'Der blev fundet en sejr, men en stilling, der gentages, kan gøre et af dens træk ulovligt.',
    'turn-limit': 'Der blev fundet en sejr, men trækgrænsen kan gøre partiet uafgjort inden.',
  },
  proofLine: 'Bevist variant',

  review: {
    title: 'Fejl',
    whose: 'Hvis fejl',
    bothSides: 'Begge sider',
    previous: 'Forrige fejl',
    next: 'Næste fejl',
    retry: 'Find et bedre træk',
    showBetter: 'Vis det bedre træk',
    giveUp: 'Giv op',
    practise: { one: 'Løs {count} fejl som opgave', other: 'Løs {count} fejl som opgaver' },
    accuracyMeans:
      'Præcisionen måler, hvor meget af vinderchancerne trækkene bevarede. I en tabt stilling er der lidt at miste.',
    accuracy: 'Præcision: angribere {attackers}\u00a0%, forsvarere {defenders}\u00a0%.',
    accuracyOf: {
      attackers: 'Angribernes præcision: {share}\u00a0%.',
      defenders: 'Forsvarernes præcision: {share}\u00a0%.',
    },
    mistake: '{move}: {judgement}.',
    better: '{move}: {judgement}. Bedre var {better}.',
    find: {
      attackers: 'Angriberne er i trækket. Find et bedre træk.',
      defenders: 'Forsvarerne er i trækket. Find et bedre træk.',
    },
    thinking: '{move} …',
    right: '{move} er godt.',
    same: '{move} blev spillet i partiet. Prøv et andet.',
    wrong: '{move} er ikke godt nok. Prøv igen.',
    wrongBecause: '{move} er ikke godt nok på grund af {reply}. Prøv igen.',
  },

  threatened: {
    show: 'Vis trusler',
    wins: {
      attackers: 'Angriberne truer med at vinde: {moves}.',
      defenders: 'Forsvarerne truer med at vinde: {moves}.',
    },
    captures: {
      attackers: 'Angriberne truer med at slå: {moves}.',
      defenders: 'Forsvarerne truer med at slå: {moves}.',
    },
    none: {
      attackers: 'Angriberne truer ikke med noget.',
      defenders: 'Forsvarerne truer ikke med noget.',
    },
  },

  explorer: {
    title: 'Partibase',
    move: 'Træk',
    games: 'Partier',
    engine: 'Motor',
    score: 'Angribernes point',
    scoreHelp: 'Angribernes andel af pointene og dens 95 %-interval',
    bar: 'Angribere {attackers}, remis {draws}, forsvarere {defenders}',
    none: 'Ingen partier i databasen når denne stilling.',
    noneFiltered: 'Ingen partier i dette udvalg når denne stilling.',
    play: 'Spil {move}',
    next: 'Næste træk i dette parti',
    percent: '{share}\u00a0%',
    interval: '{low}–{high}',
    length: { one: '{count} træk i gennemsnit', other: '{count} træk i gennemsnit' },
    last: 'sidst spillet {date}',
    best: 'højeste rating: {name} ({rating})',
    filters: 'Filtre',
    clear: 'Nulstil filtre',
    player: 'Spiller',
    event: 'Begivenhed',
    since: 'Siden',
    sinceHelp: 'Et år, en måned eller en dag: 2026, 2026.11 eller 2026.11.21',
    rating: 'Begges rating mindst',
    listed: 'Partier med denne stilling',
    unreadable: {
      one: '{count} af partierne kan ikke læses.',
      other: '{count} af partierne kan ikke læses.',
    },
    latest: 'De {shown} senest tilføjede af {count} partier.',
    turned:
      'Partiet vises, som det blev spillet. Stillingen er spejlet eller drejet i forhold til den forrige.',
    database: 'Database',
    noGame: 'Ingen partier i databasen passer til dette valg.',
    notADate: '»{word}« er ikke en dato. Skriv den som 2026, 2026.11 eller 2026.11.21',
    keep: 'Føj partiet til databasen',
    kept: 'Partiet er i databasen.',
    keptBefore:
      'Partiet er i databasen med en tidligere afslutning. Med knappen kan det føjes til igen.',
  },
};
