/** What *Take back* takes back: an end that the board does not show, or else a person's last move and what follows it. */

/**
 * @typedef {import('./play.js').Play} Play
 * @typedef {import('./tree.js').Node} Node
 */

/** Whether a game has ended in a way that the board does not show, such as a resignation. @param {Play} play */
export function hasOtherEnd({ desk, running, tip }) {
  const { tree } = desk;
  return !running && tree !== null && tree.result !== null && tip?.path[0] === tree.root;
}

/**
 * The position before a person's last move, where the game goes on after it is taken back.
 * @param {Play} play
 * @returns {Node | null} null if no person has made a move
 */
export function beforeLastMove({ tip, terms }) {
  for (let node = tip?.parent; node; node = node.parent) {
    if (terms?.players[node.position.side] === 'person') return node;
  }
  return null;
}
