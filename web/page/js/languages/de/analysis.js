/** The words for analysis in German; see `en/analysis.js`. */

/** @type {import('../say.js').Translation<typeof import('../en/analysis.js').words>} */
export const words = {
  analysis: 'Engine',
  engineOn: 'Diese Stellung analysieren',
  engineAgain: 'Die Engine neu starten',
  linesLater: 'Varianten kommen wieder, wenn die ganze Partie analysiert ist.',
  lines: 'Varianten',
  depth: 'Tiefe',
  speed: '{nodes} Stellungen pro Sekunde',
  matchRuns: 'Ein Wettkampf läuft. Eine Analyse würde seine Engines bremsen.',
  gameRuns: 'Die Engine analysiert erst, wenn die laufende Partie beendet ist.',
  preview: 'Vorschau',
  proven: {
    attackers: {
      one: 'Angreifer gewinnen in {count} Zug: bewiesen',
      other: 'Angreifer gewinnen in {count} Zügen: bewiesen',
    },
    defenders: {
      one: 'Verteidiger gewinnen in {count} Zug: bewiesen',
      other: 'Verteidiger gewinnen in {count} Zügen: bewiesen',
    },
  },
  advantage: 'Wer im Vorteil ist',
  chances: 'Angreifer {attackers}\u00a0%, Remis {draw}\u00a0%, Verteidiger {defenders}\u00a0%',
  even: 'Etwa ausgeglichen.',
  ahead: {
    attackers: {
      winning: 'Die Angreifer stehen auf Gewinn.',
      better: 'Die Angreifer stehen besser.',
      slightly: 'Die Angreifer stehen etwas besser.',
    },
    defenders: {
      winning: 'Die Verteidiger stehen auf Gewinn.',
      better: 'Die Verteidiger stehen besser.',
      slightly: 'Die Verteidiger stehen etwas besser.',
    },
  },
  signs: '+ ist gut für die Verteidiger, − für die Angreifer.',
  gameCurve: 'Bewertung',
  curveSides: 'Über der Mittellinie stehen die Verteidiger besser, darunter die Angreifer.',
  judgeGame: 'Partie analysieren',
  judgeRest: 'Den Rest analysieren',
  judgedPart: 'Nicht fertig: {done} von {all} Stellungen analysiert.',
  judgeFailed:
    'Die Analyse der Partie ist abgebrochen. „{button}“ setzt sie fort. Der Grund: {reason}',
  judgeTime: 'Zeit pro Stellung',
  stop: 'Anhalten',
  judging: 'Stellung {done} von {all} …',
  curveOf: {
    one: 'Verlauf der Bewertung über {count} Stellung',
    other: 'Verlauf der Bewertung über {count} Stellungen',
  },
  noMistakes: 'Keine Fehler gefunden.',
  found: {
    blunders: { one: '{count} Patzer', other: '{count} Patzer' },
    mistakes: { one: '{count} Fehler', other: '{count} Fehler' },
    dubious: { one: '{count} zweifelhafter Zug', other: '{count} zweifelhafte Züge' },
  },
  tools: 'Werkzeuge',
  setUp: 'Stellung aufbauen',
  kinds: 'Stein zum Aufstellen',
  setUpHelp: 'Wähle einen Stein und klicke auf Felder; ein zweiter Klick leert das Feld.',
  clearBoard: 'Brett leeren',
  startPosition: 'Grundstellung',
  sideToMove: 'Am Zug',
  useIt: 'Diese Stellung übernehmen',
  noKing: 'Setze zuerst einen König.',
  prove: 'Beweisen',
  proveHelp: 'Sucht einen Beweis, wer bei bestem Spiel gewinnt. Das kann lange dauern.',
  proving: 'Suche nach einem Beweis: {nodes} Stellungen, {seconds} s …',
  provenWin: {
    attackers: {
      one: 'Bewiesen: Die Angreifer erzwingen den Sieg in höchstens {count} Zug; gezählt sind die Züge beider Seiten.',
      other:
        'Bewiesen: Die Angreifer erzwingen den Sieg in höchstens {count} Zügen; gezählt sind die Züge beider Seiten.',
    },
    defenders: {
      one: 'Bewiesen: Die Verteidiger erzwingen den Sieg in höchstens {count} Zug; gezählt sind die Züge beider Seiten.',
      other:
        'Bewiesen: Die Verteidiger erzwingen den Sieg in höchstens {count} Zügen; gezählt sind die Züge beider Seiten.',
    },
  },
  provenLater: {
    attackers: 'Bewiesen: Wegen der Wiederholungsregel gewinnen am Ende die Angreifer.',
    defenders: 'Bewiesen: Wegen der Wiederholungsregel gewinnen am Ende die Verteidiger.',
  },
  provenNeither: 'Bewiesen: Keine Seite kann den Sieg erzwingen.',
  unproven: {
    limit: 'Angehalten, bevor ein Beweis gefunden war.',
    repetition:
      'Keine Seite kann den Sieg erzwingen, ohne Stellungen zu wiederholen; es entscheidet die Wiederholungsregel.',
    length: 'Einige Varianten sind zu lang.',
    recurrence:
      'Ein Gewinn wurde gefunden, aber eine wiederkehrende Stellung kann einen seiner Züge verbieten.',
    'turn-limit':
      'Ein Gewinn wurde gefunden, aber die Zuggrenze kann die Partie vorher remis enden lassen.',
  },
  proofLine: 'Bewiesene Variante',

  review: {
    title: 'Fehler',
    whose: 'Wessen Fehler',
    bothSides: 'Beide Seiten',
    previous: 'Voriger Fehler',
    next: 'Nächster Fehler',
    retry: 'Besseren Zug suchen',
    showBetter: 'Besseren Zug zeigen',
    giveUp: 'Aufgeben',
    practise: {
      one: '{count} Fehler als Aufgabe lösen',
      other: '{count} Fehler als Aufgaben lösen',
    },
    accuracyMeans:
      'Die Genauigkeit misst, wie viel von den Gewinnaussichten die Züge bewahrt haben. In verlorener Stellung ist wenig zu verlieren.',
    accuracy: 'Genauigkeit: Angreifer {attackers}\u00a0%, Verteidiger {defenders}\u00a0%.',
    accuracyOf: {
      attackers: 'Genauigkeit der Angreifer: {share}\u00a0%.',
      defenders: 'Genauigkeit der Verteidiger: {share}\u00a0%.',
    },
    mistake: '{move}: {judgement}.',
    better: '{move}: {judgement}. Besser war {better}.',
    find: {
      attackers: 'Angreifer am Zug. Finde einen besseren Zug.',
      defenders: 'Verteidiger am Zug. Finde einen besseren Zug.',
    },
    thinking: '{move} …',
    right: '{move} ist gut.',
    same: '{move} ist der Zug der Partie. Versuche einen anderen.',
    wrong: '{move} reicht nicht. Versuche es noch einmal.',
    wrongBecause: '{move} scheitert an {reply}. Versuche es noch einmal.',
  },

  threatened: {
    show: 'Drohungen zeigen',
    wins: {
      attackers: 'Die Angreifer drohen zu gewinnen: {moves}.',
      defenders: 'Die Verteidiger drohen zu gewinnen: {moves}.',
    },
    captures: {
      attackers: 'Die Angreifer drohen zu schlagen: {moves}.',
      defenders: 'Die Verteidiger drohen zu schlagen: {moves}.',
    },
    none: {
      attackers: 'Die Angreifer drohen nichts.',
      defenders: 'Die Verteidiger drohen nichts.',
    },
  },

  explorer: {
    title: 'Partien-Explorer',
    move: 'Zug',
    games: 'Partien',
    engine: 'Engine',
    score: 'Punkte der Angreifer',
    scoreHelp: 'Der Anteil der Angreifer an den Punkten mit seinem 95-%-Intervall',
    bar: 'Angreifer {attackers}, Remis {draws}, Verteidiger {defenders}',
    none: 'Keine Partie der Datenbank erreicht diese Stellung.',
    noneFiltered: 'Keine Partie dieser Auswahl erreicht diese Stellung.',
    play: '{move} ziehen',
    next: 'Nächster Zug dieser Partie',
    percent: '{share}\u00a0%',
    interval: '{low}–{high}',
    length: { one: 'durchschnittlich {count} Zug', other: 'durchschnittlich {count} Züge' },
    last: 'zuletzt gespielt {date}',
    best: 'höchste Wertung: {name} ({rating})',
    filters: 'Filter',
    clear: 'Filter zurücksetzen',
    player: 'Spieler',
    event: 'Veranstaltung',
    since: 'Seit',
    sinceHelp: 'Ein Jahr, ein Monat oder ein Tag: 2026, 2026.11 oder 2026.11.21',
    rating: 'Wertung beider mindestens',
    listed: 'Partien mit dieser Stellung',
    unreadable: {
      one: '{count} der Partien ist nicht lesbar.',
      other: '{count} der Partien sind nicht lesbar.',
    },
    latest: 'Die {shown} zuletzt aufgenommenen von {count} Partien.',
    turned:
      'Die Partie wird gezeigt, wie sie gespielt wurde. Ihre Stellung ist gegenüber der vorigen gespiegelt oder gedreht.',
    database: 'Datenbank',
    noGame: 'Auf diese Auswahl passt keine Partie der Datenbank.',
    notADate: '„{word}“ ist kein Datum. Richtig ist zum Beispiel 2026, 2026.11 oder 2026.11.21',
    keep: 'Partie in die Datenbank aufnehmen',
    kept: 'Die Partie ist in der Datenbank.',
    keptBefore:
      'Die Partie ist mit einem früheren Ende in der Datenbank. Die Schaltfläche nimmt sie noch einmal auf.',
  },
};
