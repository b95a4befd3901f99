/** Marks bad moves of an analysed game: dubious, mistake, blunder. */

import { decided } from './chance.js';

/**
 * @typedef {import('../connection/rules.js').Side} Side
 * @typedef {import('../game/tree.js').Node} Node
 */

/** The marks, from none to the worst. */
const MARKS = ['', '?!', '?', '??'];

/** The loss of winning chances from which a move gets each mark. */
const LOSSES = [0, 0.1, 0.2, 0.3];

/**
 * In a bad position there are few winning chances left to lose. There a move that worsens the score by
 * this much, in centipawns, is dubious.
 */
const LARGE_LOSS = 300;

/**
 * Marks a move by the analysis of the positions before and after it.
 * @param {Node} node the position after the move
 */
export function judge(node) {
  node.judgement = judgementOf(node);
}

/**
 * The mark for a move; empty if it is not bad, or if it has not been analysed.
 * @param {Node} node the position after the move
 */
export function judgementOf(node) {
  const { parent } = node;
  const lost = lostBy(node);
  // The engine's own choice is no mistake, even if a later search likes it less.
  if (!parent || lost === null || node.move?.name === parent.best) return '';
  const byChances = LOSSES.findLastIndex((least, at) => at > 0 && lost >= least);
  return MARKS[Math.max(0, byChances, leastMark(parent, node))];
}

/**
 * The mark that a move gets however few winning chances it lost, as an index of `MARKS`.
 * @param {Node} before
 * @param {Node} after
 */
function leastMark(before, after) {
  const { side } = before.position;
  const [couldForce, canForce] = [winnerOf(before), winnerOf(after)];
  const givesWin = canForce !== null && canForce !== side;
  if (givesWin && couldForce !== canForce) return 2;
  if (couldForce === side && canForce !== side) return 1;
  const [score, reply] = [before.score, after.score];
  if (score?.kind !== 'cp' || reply?.kind !== 'cp' || after.position.result) return 0;
  // The scores are for the side to move, which changes.
  return score.value < 0 && score.value + reply.value >= LARGE_LOSS ? 1 : 0;
}

/** The side that has won or can force a win, as far as the analysis shows. @param {Node} node */
function winnerOf({ position, score }) {
  if (position.result) return position.result.winner;
  return score && (decided(score, position.side)?.winner ?? null);
}

/**
 * The winning chances that a move lost for its side, from 0 to 1; negative if it gained. Null if the chances
 * are unknown.
 * @param {Node} node the position after the move
 */
export function lostBy(node) {
  const before = node.parent?.chance ?? null;
  if (before === null || node.chance === null || !node.parent) return null;
  const forDefenders = node.chance - before;
  return node.parent.position.side === 'defenders' ? -forDefenders : forDefenders;
}
