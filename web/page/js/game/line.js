/** A line of moves with variations, as used in records and in saved games. */

/**
 * @typedef {import('./tree.js').Node} Node
 * @typedef {import('../connection/engine.js').Score} Score
 *
 * @typedef {object} Judged the engine's verdict on the position after a move
 * @property {Score | null} score
 * @property {number | null} chance
 * @property {string | null} [best] the best move after it
 * @property {string} judgement
 *
 * @typedef {object} Ply a move of a line
 * @property {string} text `d2-e2xd3` or `d2e2`
 * @property {string} [remark]
 * @property {string} [comment]
 * @property {Ply[][]} [variations] alternatives to this move
 * @property {Judged} [judged] only in saved games
 */

/**
 * The line that continues from a node.
 * @param {Node} from
 * @param {boolean} withJudged whether to include the engine's verdicts
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
 * The engine's verdict on a position.
 * @param {Judged} node
 * @returns {Judged}
 */
export function judgedOf({ score, chance, best = null, judgement }) {
  return { score, chance, best, judgement };
}
