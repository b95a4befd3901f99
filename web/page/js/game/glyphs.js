/**
 * Signs that people give to moves, as in chess: `!?`. They are the first word of a comment, so that every format with
 * comments keeps them.
 */

export const GLYPHS = /** @type {const} */ (['!!', '!', '!?', '?!', '?', '??']);

/** @typedef {typeof GLYPHS[number]} Glyph */

const FIRST = /^(!!|!\?|!|\?!|\?\?|\?)(?:\s+|$)/;

/**
 * Splits a comment into its sign, if it has one, and its words.
 * @param {string} comment
 * @returns {{ glyph: Glyph | '', words: string }}
 */
export function readComment(comment) {
  const found = FIRST.exec(comment);
  if (!found) return { glyph: '', words: comment };
  return { glyph: /** @type {Glyph} */ (found[1]), words: comment.slice(found[0].length) };
}

/**
 * A comment with a sign.
 * @param {string} words
 * @param {Glyph | ''} glyph
 */
export const withGlyph = (words, glyph) => [glyph, words].filter(Boolean).join(' ');
