/** The words for analysis in French; see `en/analysis.js`. */

/** @type {import('../say.js').Translation<typeof import('../en/analysis.js').words>} */
export const words = {
  analysis: 'Moteur',
  engineOn: 'Analyser cette position',
  engineAgain: 'Relancer le moteur',
  linesLater: 'Les variantes reviennent quand toute la partie est analysée.',
  lines: 'Variantes',
  depth: 'profondeur',
  speed: '{nodes} positions par seconde',
  matchRuns: 'Une rencontre est en cours. Une analyse ralentirait ses moteurs.',
  gameRuns: 'Le moteur analysera quand la partie en cours sera finie.',
  preview: 'Aperçu',
  proven: {
    attackers: {
      one: 'Les attaquants gagnent en {count} coup\u00a0: prouvé',
      other: 'Les attaquants gagnent en {count} coups\u00a0: prouvé',
    },
    defenders: {
      one: 'Les défenseurs gagnent en {count} coup\u00a0: prouvé',
      other: 'Les défenseurs gagnent en {count} coups\u00a0: prouvé',
    },
  },
  advantage: 'Qui a l’avantage',
  chances: 'Attaquants {attackers}\u00a0%, nulle {draw}\u00a0%, défenseurs {defenders}\u00a0%',
  even: 'À peu près égal.',
  ahead: {
    attackers: {
      winning: 'Les attaquants gagnent.',
      better: 'Les attaquants sont mieux.',
      slightly: 'Les attaquants sont un peu mieux.',
    },
    defenders: {
      winning: 'Les défenseurs gagnent.',
      better: 'Les défenseurs sont mieux.',
      slightly: 'Les défenseurs sont un peu mieux.',
    },
  },
  signs: '+ est bon pour les défenseurs, − pour les attaquants.',
  gameCurve: 'Évaluation',
  curveSides:
    'Au-dessus de la ligne médiane, les défenseurs sont mieux\u00a0; au-dessous, les attaquants.',
  judgeGame: 'Analyser la partie',
  judgeRest: 'Analyser la suite',
  judgedPart: 'Pas fini : {done} positions analysées sur {all}.',
  judgeFailed:
    'L’analyse de la partie s’est interrompue. «\u00a0{button}\u00a0» la continue. La raison\u00a0: {reason}',
  judgeTime: 'Temps par position',
  stop: 'Arrêter',
  judging: 'Position {done} sur {all}…',
  curveOf: { one: 'Évaluation de {count} position', other: 'Évaluation de {count} positions' },
  noMistakes: 'Aucune erreur trouvée.',
  found: {
    blunders: { one: '{count} gaffe', other: '{count} gaffes' },
    mistakes: { one: '{count} erreur', other: '{count} erreurs' },
    dubious: { one: '{count} coup douteux', other: '{count} coups douteux' },
  },
  tools: 'Outils',
  setUp: 'Composer une position',
  kinds: 'Pièce à placer',
  setUpHelp: 'Choisissez une pièce, puis cliquez sur des cases\u00a0; un second clic vide la case.',
  clearBoard: 'Vider le plateau',
  startPosition: 'Position de départ',
  sideToMove: 'Au trait',
  useIt: 'Utiliser cette position',
  noKing: 'Placez d’abord un roi.',
  prove: 'Prouver',
  proveHelp: 'Cherche à prouver qui gagne au meilleur jeu. Cela peut durer longtemps.',
  proving: 'Recherche d’une preuve\u00a0: {nodes} positions, {seconds} s…',
  provenWin: {
    attackers: {
      one: 'Prouvé\u00a0: les attaquants peuvent forcer le gain en {count} coup, ceux des deux camps compris.',
      other:
        'Prouvé\u00a0: les attaquants peuvent forcer le gain en {count} coups, ceux des deux camps compris.',
    },
    defenders: {
      one: 'Prouvé\u00a0: les défenseurs peuvent forcer le gain en {count} coup, ceux des deux camps compris.',
      other:
        'Prouvé\u00a0: les défenseurs peuvent forcer le gain en {count} coups, ceux des deux camps compris.',
    },
  },
  provenLater: {
    attackers: 'Prouvé\u00a0: la règle de répétition fait finalement gagner les attaquants.',
    defenders: 'Prouvé\u00a0: la règle de répétition fait finalement gagner les défenseurs.',
  },
  provenNeither: 'Prouvé\u00a0: aucun camp ne peut forcer le gain.',
  unproven: {
    limit: 'Arrêté avant qu’une preuve soit trouvée.',
    repetition:
      'Aucun camp ne peut forcer le gain sans répéter la position\u00a0: la règle de répétition décide.',
    length: 'Certaines variantes sont trop longues à suivre.',
    recurrence:
      'Un gain a été trouvé, mais une position qui revient peut rendre illégal l’un de ses coups.',
    'turn-limit':
      'Un gain a été trouvé, mais la limite de coups peut rendre la partie nulle avant.',
  },
  proofLine: 'Variante prouvée',

  review: {
    title: 'Erreurs',
    whose: 'Erreurs de',
    bothSides: 'Les deux camps',
    previous: 'Erreur précédente',
    next: 'Erreur suivante',
    retry: 'Chercher un meilleur coup',
    showBetter: 'Montrer le meilleur coup',
    giveUp: 'Renoncer',
    practise: {
      one: 'Résoudre {count} erreur en problème',
      other: 'Résoudre {count} erreurs en problèmes',
    },
    accuracyMeans:
      'La précision mesure les chances de gain que les coups ont gardées. Une position perdue en a peu à perdre.',
    accuracy: 'Précision\u00a0: attaquants {attackers}\u00a0%, défenseurs {defenders}\u00a0%.',
    accuracyOf: {
      attackers: 'Précision des attaquants\u00a0: {share}\u00a0%.',
      defenders: 'Précision des défenseurs\u00a0: {share}\u00a0%.',
    },
    mistake: '{move}\u00a0: {judgement}.',
    better: '{move}\u00a0: {judgement}. Mieux valait {better}.',
    find: {
      attackers: 'Aux attaquants de jouer. Trouvez un meilleur coup.',
      defenders: 'Aux défenseurs de jouer. Trouvez un meilleur coup.',
    },
    thinking: '{move}…',
    right: '{move} est bon.',
    same: '{move} est le coup de la partie. Essayez-en un autre.',
    wrong: '{move} ne suffit pas. Essayez encore.',
    wrongBecause: '{move} ne suffit pas\u00a0: la réponse est {reply}. Essayez encore.',
  },

  threatened: {
    show: 'Montrer les menaces',
    wins: {
      attackers: 'Les attaquants menacent de gagner\u00a0: {moves}.',
      defenders: 'Les défenseurs menacent de gagner\u00a0: {moves}.',
    },
    captures: {
      attackers: 'Les attaquants menacent de prendre\u00a0: {moves}.',
      defenders: 'Les défenseurs menacent de prendre\u00a0: {moves}.',
    },
    none: {
      attackers: 'Les attaquants ne menacent rien.',
      defenders: 'Les défenseurs ne menacent rien.',
    },
  },

  explorer: {
    title: 'Explorateur',
    move: 'Coup',
    games: 'Parties',
    engine: 'Moteur',
    score: 'Points des attaquants',
    scoreHelp: 'La part des points prise par les attaquants et son intervalle à 95 %',
    bar: 'Attaquants {attackers}, nulles {draws}, défenseurs {defenders}',
    none: 'Aucune partie de la base n’atteint cette position.',
    noneFiltered: 'Aucune partie répondant aux filtres n’atteint cette position.',
    play: 'Jouer {move}',
    next: 'Le prochain coup de cette partie',
    percent: '{share}\u00a0%',
    interval: '{low}–{high}',
    length: { one: '{count} coup en moyenne', other: '{count} coups en moyenne' },
    last: 'joué pour la dernière fois : {date}',
    best: 'meilleur classement : {name} ({rating})',
    filters: 'Filtres',
    clear: 'Effacer les filtres',
    player: 'Joueur',
    event: 'Événement',
    since: 'Depuis',
    sinceHelp: 'Une année, un mois ou un jour : 2026, 2026.11 ou 2026.11.21',
    rating: 'Classement minimal des deux',
    listed: 'Parties avec cette position',
    unreadable: {
      one: '{count} des parties est illisible.',
      other: '{count} des parties sont illisibles.',
    },
    latest: 'Les {shown} dernières ajoutées sur {count} parties.',
    turned:
      'La partie est montrée telle qu’elle a été jouée. Sa position est un reflet ou une rotation de la précédente.',
    database: 'Base de données',
    noGame: 'Aucune partie de la base ne répond à ces critères.',
    notADate: '« {word} » n’est pas une date. Écrivez-la ainsi : 2026, 2026.11 ou 2026.11.21',
    keep: 'Ajouter la partie à la base de données',
    kept: 'La partie est dans la base de données.',
    keptBefore:
      'La partie est dans la base de données avec une fin antérieure. Le bouton l’ajoute encore une fois.',
  },
};
