/** The words for analysis in Spanish; see `en/analysis.js`. */

/** @type {import('../say.js').Translation<typeof import('../en/analysis.js').words>} */
export const words = {
  analysis: 'Motor',
  engineOn: 'Analizar esta posición',
  engineAgain: 'Volver a iniciar el motor',
  linesLater: 'Las variantes vuelven cuando toda la partida esté analizada.',
  lines: 'Variantes',
  depth: 'profundidad',
  speed: '{nodes} posiciones por segundo',
  matchRuns: 'Se está jugando un encuentro. Analizar aquí frenaría a sus motores.',
  gameRuns: 'El motor analizará cuando acabe la partida en curso.',
  preview: 'Vista previa',
  proven: {
    attackers: {
      one: 'Los atacantes ganan en {count} jugada: demostrado',
      other: 'Los atacantes ganan en {count} jugadas: demostrado',
    },
    defenders: {
      one: 'Los defensores ganan en {count} jugada: demostrado',
      other: 'Los defensores ganan en {count} jugadas: demostrado',
    },
  },
  advantage: 'Quién lleva ventaja',
  chances: 'Atacantes {attackers}\u00a0%, tablas {draw}\u00a0%, defensores {defenders}\u00a0%',
  even: 'Más o menos igualado.',
  ahead: {
    attackers: {
      winning: 'Los atacantes ganan.',
      better: 'Los atacantes están mejor.',
      slightly: 'Los atacantes están algo mejor.',
    },
    defenders: {
      winning: 'Los defensores ganan.',
      better: 'Los defensores están mejor.',
      slightly: 'Los defensores están algo mejor.',
    },
  },
  signs: '+ es bueno para los defensores; − es bueno para los atacantes.',
  gameCurve: 'Evaluación',
  curveSides: 'Por encima de la línea central van mejor los defensores; por debajo, los atacantes.',
  judgeGame: 'Analizar la partida',
  judgeRest: 'Analizar el resto',
  judgedPart: 'Sin terminar: {done} de {all} posiciones analizadas.',
  judgeFailed:
    'El análisis de la partida se interrumpió. «{button}» lo continúa. El motivo: {reason}',
  judgeTime: 'Tiempo por posición',
  stop: 'Detener',
  judging: 'Posición {done} de {all}…',
  curveOf: {
    one: 'Evaluación de {count} posición',
    other: 'Evaluación de {count} posiciones',
  },
  noMistakes: 'No se han encontrado errores.',
  found: {
    blunders: { one: '{count} error grave', other: '{count} errores graves' },
    mistakes: { one: '{count} error', other: '{count} errores' },
    dubious: { one: '{count} jugada dudosa', other: '{count} jugadas dudosas' },
  },
  tools: 'Herramientas',
  setUp: 'Preparar una posición',
  kinds: 'Pieza para colocar',
  setUpHelp: 'Elige una pieza y pulsa las casillas; pulsa otra vez para vaciarlas.',
  clearBoard: 'Vaciar el tablero',
  startPosition: 'Posición inicial',
  sideToMove: 'Juegan',
  useIt: 'Usar esta posición',
  noKing: 'Coloca primero un rey.',
  prove: 'Demostrar',
  proveHelp: 'Busca una demostración de quién gana con el mejor juego. Puede tardar mucho.',
  proving: 'Buscando una demostración: {nodes} posiciones, {seconds} s…',
  provenWin: {
    attackers: {
      one: 'Demostrado: los atacantes pueden forzar la victoria en {count} jugada, contando las de ambos bandos.',
      other:
        'Demostrado: los atacantes pueden forzar la victoria en {count} jugadas, contando las de ambos bandos.',
    },
    defenders: {
      one: 'Demostrado: los defensores pueden forzar la victoria en {count} jugada, contando las de ambos bandos.',
      other:
        'Demostrado: los defensores pueden forzar la victoria en {count} jugadas, contando las de ambos bandos.',
    },
  },
  provenLater: {
    attackers: 'Demostrado: los atacantes acaban ganando por la regla de repetición.',
    defenders: 'Demostrado: los defensores acaban ganando por la regla de repetición.',
  },
  provenNeither: 'Demostrado: ningún bando puede forzar la victoria.',
  unproven: {
    limit: 'Detenido antes de hallar una demostración.',
    repetition:
      'Ningún bando puede forzar la victoria sin repetir posiciones, así que decide la regla de repetición.',
    length: 'Algunas variantes son demasiado largas para seguirlas.',
    recurrence:
      'Se halló una victoria, pero una posición que se repite puede hacer ilegal una de sus jugadas.',
    'turn-limit':
      'Se halló una victoria, pero el límite de jugadas puede acabar antes la partida en tablas.',
  },
  proofLine: 'Variante demostrada',

  review: {
    title: 'Errores',
    whose: 'Errores de',
    bothSides: 'Ambos bandos',
    previous: 'Error anterior',
    next: 'Error siguiente',
    retry: 'Buscar una jugada mejor',
    showBetter: 'Mostrar la jugada mejor',
    giveUp: 'Rendirse',
    practise: {
      one: 'Resolver {count} error como problema',
      other: 'Resolver {count} errores como problemas',
    },
    accuracyMeans:
      'La precisión mide cuántas opciones de ganar conservaron las jugadas. En una posición perdida queda poco que perder.',
    accuracy: 'Precisión: atacantes {attackers}\u00a0%, defensores {defenders}\u00a0%.',
    accuracyOf: {
      attackers: 'Precisión de los atacantes: {share}\u00a0%.',
      defenders: 'Precisión de los defensores: {share}\u00a0%.',
    },
    mistake: '{move}: {judgement}.',
    better: '{move}: {judgement}. Era mejor {better}.',
    find: {
      attackers: 'Juegan los atacantes. Busca una jugada mejor.',
      defenders: 'Juegan los defensores. Busca una jugada mejor.',
    },
    thinking: '{move}…',
    right: '{move} es buena.',
    same: '{move} es la jugada de la partida. Prueba otra.',
    wrong: '{move} no basta. Inténtalo otra vez.',
    wrongBecause: '{move} no basta: la respuesta es {reply}. Inténtalo otra vez.',
  },

  threatened: {
    show: 'Mostrar amenazas',
    wins: {
      attackers: 'Los atacantes amenazan con ganar: {moves}.',
      defenders: 'Los defensores amenazan con ganar: {moves}.',
    },
    captures: {
      attackers: 'Los atacantes amenazan con capturar: {moves}.',
      defenders: 'Los defensores amenazan con capturar: {moves}.',
    },
    none: {
      attackers: 'Los atacantes no amenazan nada.',
      defenders: 'Los defensores no amenazan nada.',
    },
  },

  explorer: {
    title: 'Explorador',
    move: 'Jugada',
    games: 'Partidas',
    engine: 'Motor',
    score: 'Puntos de los atacantes',
    scoreHelp: 'La parte de los puntos que ganan los atacantes y su intervalo del 95 %',
    bar: 'Atacantes {attackers}, tablas {draws}, defensores {defenders}',
    none: 'Ninguna partida de la base de datos llega a esta posición.',
    noneFiltered: 'Ninguna partida que cumpla los filtros llega a esta posición.',
    play: 'Jugar {move}',
    next: 'La siguiente jugada de esta partida',
    percent: '{share}\u00a0%',
    interval: '{low}–{high}',
    length: { one: '{count} jugada de media', other: '{count} jugadas de media' },
    last: 'jugada por última vez: {date}',
    best: 'mejor puntuación: {name} ({rating})',
    filters: 'Filtros',
    clear: 'Quitar los filtros',
    player: 'Jugador',
    event: 'Torneo',
    since: 'Desde',
    sinceHelp: 'Un año, un mes o un día: 2026, 2026.11 o 2026.11.21',
    rating: 'Puntuación mínima de ambos',
    listed: 'Partidas con esta posición',
    unreadable: {
      one: '{count} de las partidas no se puede leer.',
      other: '{count} de las partidas no se pueden leer.',
    },
    latest: 'Las {shown} últimas añadidas de {count} partidas.',
    turned:
      'La partida se muestra tal como se jugó. Su posición es un reflejo o un giro de la anterior.',
    database: 'Base de datos',
    noGame: 'Ninguna partida de la base de datos cumple estos filtros.',
    notADate: '«{word}» no es una fecha. Escríbela así: 2026, 2026.11 o 2026.11.21',
    keep: 'Añadir la partida a la base de datos',
    kept: 'La partida está en la base de datos.',
    keptBefore:
      'La partida está en la base de datos con un final anterior. El botón la añade otra vez.',
  },
};
