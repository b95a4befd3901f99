/**
 * Arrows and circles that a person has drawn, as text. They are written into a comment as in PGN, so that every format
 * with comments keeps them: `[%csl Gd4,Ra1]` for circles, `[%cal Gd1d3]` for arrows.
 *
 * Source: ChessBase's commands in PGN comments, which chess programs and sites share.
 */

/** @typedef {keyof typeof COLOURS} Colour */

/**
 * The colours by the squares of an arrow, `d1 d3`, or twice the square of a circle.
 * @typedef {Map<string, Colour>} Drawn
 */

/** The colours by their letters in text. */
export const COLOURS = { G: '#2c8a4b', R: '#c0392b', B: '#2f6fc4', Y: '#b8860b' };

/** More would hide the board, and a file may hold any number. */
const MAX_SHAPES = 200;

/**
 * Ends at the next bracket, so that a text without the closing one is read once. OpenTafl's files have no square brackets
 * in comments, and round ones take their place.
 */
const COMMAND = / ?[[(]%(?:csl|cal)\s([^[\]()]*)[\])]/g;

const SHAPE = /^([GRBY])([a-z]\d{1,2})([a-z]\d{1,2})?$/;

/**
 * Splits a comment into its words and what is drawn.
 * @param {string} comment
 * @returns {{ words: string, drawn: Drawn }}
 */
export function readDrawn(comment) {
  /** @type {Drawn} */
  const drawn = new Map();
  const words = comment.replace(COMMAND, (_, shapes) => {
    for (const shape of shapes.split(',')) {
      const found = SHAPE.exec(shape.trim());
      if (!found || drawn.size >= MAX_SHAPES) continue;
      const [, colour, from, to = from] = found;
      drawn.set(`${from} ${to}`, /** @type {Colour} */ (colour));
    }
    return '';
  });
  return { words: words.trim(), drawn };
}

/** @param {Drawn} drawn */
export function writeDrawn(drawn) {
  /** @type {string[]} */
  const circles = [];
  /** @type {string[]} */
  const arrows = [];
  for (const [key, colour] of drawn) {
    const [from, to] = key.split(' ');
    if (from === to) circles.push(`${colour}${from}`);
    else arrows.push(`${colour}${from}${to}`);
  }
  const command = (/** @type {string} */ name, /** @type {string[]} */ shapes) =>
    shapes.length > 0 ? `[%${name} ${shapes.join(',')}]` : '';
  return command('csl', circles) + command('cal', arrows);
}
