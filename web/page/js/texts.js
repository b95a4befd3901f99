/** The text on the page. The files in `languages` have the words; here they get their values. */

import { labels } from './board/labels.js';
import { listText } from './languages/language.js';
import { say, words } from './languages/words.js';

/** @typedef {import('./connection/rules.js').Side} Side */

/**
 * Names for playing strengths, each up to an Elo rating.
 * @type {[number, keyof typeof words.eloNames][]}
 */
const strengths = [
  [750, 'newcomer'],
  [1100, 'beginner'],
  [1500, 'casual'],
  [1900, 'club'],
  [2230, 'strong'],
  [Infinity, 'master'],
];

/** The name of a strength. @param {number} elo */
export const strengthName = (elo) =>
  (strengths.find(([most]) => elo <= most) ?? strengths[strengths.length - 1])[1];

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

/**
 * The texts for keys that the program sends, some of which may be new.
 * @param {Readonly<Record<string, string>>} texts
 */
const open = (texts) => texts;

const winReasons = open(words.winReasons);
const drawReasons = open(words.drawReasons);

export const texts = {
  ...words,
  ...labels(words, say),
  closedFor: open(words.closedFor),
  judgements: open(words.judgements),
  unproven: open(words.unproven),
  /** @type {Readonly<Record<string, { readonly name: string, readonly note: string }>>} */
  wellKnown: words.wellKnown,

  /** @param {string} reason */
  failed: (reason) => say(words.failed, { reason: shortened(reason) }),
  /** @param {string} why */
  badRules: (why) => say(words.badRules, { why }),
  /** @param {number} side */
  boards: (side) => say(words.boards, { side }),
  /** @param {number} elo */
  elo: (elo) => say(words.elo, { elo, name: words.eloNames[strengthName(elo)] }),
  /** @param {number} level @param {string} text */
  level: (level, text) => say(words.level, { level, words: text }),
  /** @param {string} engine @param {number} elo */
  limited: (engine, elo) => say(words.limited, { engine, elo }),
  /** @param {string} engine @param {number} level @param {number} elo */
  atLevel: (engine, level, elo) => say(words.atLevel, { engine, level, elo }),
  /** @param {number} level */
  briefLevel: (level) => say(words.briefLevel, { level }),
  /** @param {number} elo */
  briefElo: (elo) => say(words.briefElo, { elo }),
  /** @param {number} seconds */
  briefPerMove: (seconds) => say(words.briefPerMove, { seconds }),
  /** @param {string} field @param {number} min @param {number} max @param {number} step */
  outOfRange: (field, min, max, step) => say(words.outOfRange, { field, min, max, step }),
  /** @param {string} field */
  isEmpty: (field) => say(words.isEmpty, { field }),
  /** @param {number} seconds */
  thinksFor(seconds) {
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    return say(words.thinksFor, { time });
  },
  /** @param {Side} side */
  acceptDraw: (side) => words.acceptDraw[side],
  /** @param {Side} side */
  toMove: (side) => words.toMove[side],
  /** @param {Side} side */
  engineThinks: (side) => words.engineThinks[side],
  /** @param {string} move */
  hintIs: (move) => say(words.hintIs, { move }),
  /** @param {{ winner: Side | null, reason: string }} result */
  result({ winner, reason }) {
    if (winner === null) return say(words.draw, { reason: drawReasons[reason] ?? reason });
    if (reason === 'time-forfeit') return words.outOfTime[winner];
    return say(words.win[winner], { reason: winReasons[reason] ?? reason });
  },
  /** The end of a game that the player of the other side resigned. @param {Side} winner */
  youResigned: (winner) => words.youResigned[winner === 'attackers' ? 'defenders' : 'attackers'],
  /** @param {number} count */
  taken: (count) => (count === 0 ? '' : say(words.taken, { count })),
  /** @param {Side} side @param {string} move */
  said: (side, move) => say(words.said[side], { move }),

  // Analysis.
  /** @param {string} nodes */
  speed: (nodes) => say(words.speed, { nodes }),
  /** @param {Side} side @param {number} count */
  proven: (side, count) => say(words.proven[side], { count }),
  /** @param {[number, number, number]} chances percentages */
  chances: ([attackers, draw, defenders]) => say(words.chances, { attackers, draw, defenders }),
  /** @param {ReturnType<typeof import('./analysis/chance.js').verdict>} found */
  verdict: (found) => (found ? words.ahead[found.side][found.degree] : words.even),
  /** @param {string} time */
  seconds: (time) => say(words.seconds, { time }),
  /** @param {number} done @param {number} all */
  judging: (done, all) => say(words.judging, { done, all }),
  judgeRest: words.judgeRest,
  /** @param {number} done @param {number} all */
  judgedPart: (done, all) => say(words.judgedPart, { done, all }),
  /** @param {string} reason @param {string} button the name of the one that goes on */
  judgeFailed: (reason, button) => say(words.judgeFailed, { reason: shortened(reason), button }),
  /** @param {number} count */
  curveOf: (count) => say(words.curveOf, { count }),
  /** @param {Record<keyof typeof words.found, number>} counts */
  mistakes({ blunders, mistakes, dubious }) {
    const found = [
      blunders > 0 && say(words.found.blunders, { count: blunders }),
      mistakes > 0 && say(words.found.mistakes, { count: mistakes }),
      dubious > 0 && say(words.found.dubious, { count: dubious }),
    ].filter((part) => part !== false);
    return found.length > 0 ? `${listText(found)}.` : words.noMistakes;
  },
  /** @param {string} nodes @param {number} seconds */
  proving: (nodes, seconds) => say(words.proving, { nodes, seconds }),
  /** @param {Side} side @param {string} plies */
  provenWin: (side, plies) =>
    plies ? say(words.provenWin[side], { count: Number(plies) }) : words.provenLater[side],

  // A match.
  /** @param {number} count */
  movesMade: (count) => say(words.movesMade, { count }),
  /** @param {number} played @param {number} all */
  gamesPlayed: (played, all) => say(words.gamesPlayed, { played, all }),
  /** @param {number} number @param {string} attackers @param {string} defenders @param {string} variant */
  pairing: (number, attackers, defenders, variant) =>
    say(words.pairing, { number, attackers, defenders, variant }),
};
