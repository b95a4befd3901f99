/** A line of moves with its variations, as records have it and as the page keeps it. */

/**
 * @typedef {import('./tree.js').Node} Node
 * @typedef {import('../connection/engine.js').Score} Score
 *
 * @typedef {object} Judged what the engine has found out about the position after a move
 * @property {Score | null} score
 * @property {number | null} chance
 * @property {string} judgement
 *
 * @typedef {object} Ply a move of a line
 * @property {string} text `d2-e2xd3` or `d2e2`
 * @property {string} [remark]
 * @property {string} [comment]
 * @property {Ply[][]} [variations] lines that begin in place of the move
 * @property {Judged} [judged] only where the page keeps a game for itself
 */

/**
 * The line that goes on from a node.
 * @param {Node} from
 * @param {boolean} withJudged whether what the engine has found out is told as well
 * @returns {Ply[]}
 */
export function lineOf(from, withJudged) {
  /** @type {Ply[]} */
  const line = [];
  for (let node = from; node.children.length > 0; node = node.children[0]) {
    const [next, ...others] = node.children;
    const variations = others.map((first) => [
      plyOf(first, withJudged),
      ...lineOf(first, withJudged),
    ]);
    line.push({ ...plyOf(next, withJudged), variations });
  }
  return line;
}

/**
 * @param {Node} node
 * @param {boolean} withJudged
 * @returns {Ply}
 */
function plyOf({ move, remark, comment, ...node }, withJudged) {
  const ply = { text: move?.text ?? '', remark, comment };
  return withJudged ? { ...ply, judged: judgedOf(node) } : ply;
}

/**
 * What the engine has found out about a position.
 * @param {Judged} node
 * @returns {Judged}
 */
export function judgedOf({ score, chance, judgement }) {
  return { score, chance, judgement };
}
