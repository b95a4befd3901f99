/**
 * What people note on a move: a sign as in chess, `!?`, words, and arrows and circles on the board. All of it is in the
 * move's comment, the sign as its first word, so that every format with comments keeps it.
 */

import { readDrawn, writeDrawn } from '../board/drawn.js';

export const GLYPHS = /** @type {const} */ (['!!', '!', '!?', '?!', '?', '??']);

/**
 * @typedef {typeof GLYPHS[number]} Glyph
 *
 * @typedef {object} Notes
 * @property {Glyph | ''} glyph
 * @property {string} words
 * @property {import('../board/drawn.js').Drawn} drawn
 */

const FIRST = /^(!!|!\?|!|\?!|\?\?|\?)(?:\s+|$)/;

/**
 * @param {string} comment
 * @returns {Notes}
 */
export function readNotes(comment) {
  const { words, drawn } = readDrawn(comment);
  const found = FIRST.exec(words);
  if (!found) return { glyph: '', words, drawn };
  return { glyph: /** @type {Glyph} */ (found[1]), words: words.slice(found[0].length), drawn };
}

/** @param {Notes} notes */
export const writeNotes = ({ glyph, words, drawn }) =>
  [glyph, words, writeDrawn(drawn)].filter(Boolean).join(' ');
