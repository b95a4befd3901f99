/** The order in which the positions of a game are analysed. */

import { chanceOf } from './chance.js';

/** @typedef {import('../game/tree.js').Node} Node */

/**
 * Analyses positions from the last to the first, so that the hash table already knows what follows.
 * @param {Node[]} nodes
 * @param {(node: Node) => Promise<string | null>} think finds the best move; null if it was stopped
 * @param {(number: number) => boolean} goesOn whether to analyse one more, the number-th
 */
export async function analyseBackwards(nodes, think, goesOn) {
  let number = 0;
  for (const node of [...nodes].reverse()) {
    number += 1;
    if (!goesOn(number)) return;
    const { result } = node.position;
    if (result) node.chance = chanceOf(result);
    else node.best = (await think(node)) ?? node.best;
  }
}
