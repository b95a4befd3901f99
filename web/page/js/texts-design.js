/** Text of the room in which rules are designed. */

import { numberText } from './languages/language.js';
import { say, words } from './languages/words.js';

/** @typedef {import('./connection/rules.js').Side} Side */

const { design } = words;

/** @type {Readonly<Record<string, string>>} */
const parts = design.parts;

/** @type {Readonly<Record<string, string>>} */
const fields = design.fields;

/** @type {Readonly<Record<string, Readonly<Record<string, unknown>>>>} */
const options = design.options;

/** The field whose words another field shares. @param {string} name */
const family = (name) =>
  name
    .replace(/^(attacker|defender|king)-move$/, 'move')
    .replace(/^king-(on|beside|else).*/, 'king-capture');

export const designTexts = {
  ...design,
  /** @param {string} part */
  part: (part) => parts[part] ?? part,
  /** @param {string} name of a field, after that of its table: `throne.stop` */
  field: (name) => fields[name.split('.').at(-1) ?? name] ?? name,
  /**
   * The words for a value of a field.
   * @param {string} field
   * @param {string} token
   * @returns {string | null} null if it has none yet
   */
  option(field, token) {
    const known = options[family(field)]?.[token];
    if (typeof known === 'string') return known;
    const isSpeed = family(field) === 'move' && Number.isInteger(Number(token));
    return isSpeed ? say(design.options.move.some, { count: Number(token) }) : null;
  },
  /** @param {number} max */
  limitError: (max) => say(design.limitError, { max: String(max) }),
  /** @param {string} names */
  notOnBoard: (names) => say(design.notOnBoard, { names }),
  /** @param {string} rules */
  resultsFor: (rules) => say(design.resultsFor, { rules }),
  /** @param {string} game */
  nameOf: (game) => say(design.nameOf, { game }),
  /** @param {string} title */
  backTo: (title) => say(design.backTo, { title }),
  /** @param {string} file */
  saved: (file) => say(design.saved, { file }),
  /** @param {number} games */
  balanceHelp: (games) => say(design.balanceHelp, { games }),
  /** @param {number} count */
  balanceStart: (count) => say(design.balanceStart, { count }),
  /** @param {number} done @param {number} all */
  balancing: (done, all) => say(design.balancing, { done, all }),
  /** @param {Record<Side | 'draws', number>} count */
  won: (count) => say(design.won, count),
  /** @param {{ side: Side, percent: number } | null} found */
  favoured: (found) =>
    found ? say(design.favoured[found.side], { percent: numberText(found.percent) }) : design.even,
  /** @param {number} plies */
  length: (plies) => say(design.length, { count: Math.round(plies) }),
};
