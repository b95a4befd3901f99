/** A game as an animated picture. */

import { Board } from '../board/board.js';
import { readNotes } from '../game/notes.js';
import { Gif, paletteOf } from './gif.js';
import { pixelsOf } from './picture.js';

/** @typedef {import('../game/tree.js').Node} Node */

/** The width of the picture in pixels. */
const WIDTH = 480;

/** How long a position and the last one are shown, in hundredths of a second. */
const [DELAY, LAST_DELAY] = [90, 300];

/**
 * The moves of a game as an animated GIF: the one format that every browser and messenger plays.
 * @param {import('../connection/rules.js').Ruleset} ruleset
 * @param {Node[]} nodes the positions to show
 * @param {boolean} flipped
 * @param {(done: number) => void} told the number of frames made so far
 */
export async function filmOf(ruleset, nodes, flipped, told) {
  const board = new Board('film-board');
  board.setRuleset(ruleset);
  if (flipped) board.flip();
  const frame = (/** @type {Node} */ { position, move, comment }) => {
    const { drawn } = readNotes(comment);
    board.show({ fen: position.fen, last: move, legal: [], drawn }, false);
    return pixelsOf(board, WIDTH);
  };
  const samples = [nodes[0], nodes[nodes.length >> 1], nodes[nodes.length - 1]];
  /** @type {ImageData[]} */
  const seen = [];
  for (const node of samples) seen.push(await frame(node));
  const gif = new Gif(WIDTH, WIDTH, paletteOf(seen));
  for (const [at, node] of nodes.entries()) {
    gif.add(await frame(node), at === nodes.length - 1 ? LAST_DELAY : DELAY);
    told(at + 1);
  }
  return gif.end();
}
