/**
 * The rules as exercises: positions for trying out one rule each. They depend only on the size of the board.
 * The engine decides whether a ruleset has the rule: an exercise that no move solves is left out.
 */

import { fenOf, nameOf } from '../board/squares.js';
import { PLANS } from './plans.js';

/**
 * @typedef {import('../connection/rules.js').Move} Move
 * @typedef {import('../connection/rules.js').Position} Position
 * @typedef {import('../connection/rules.js').Ruleset} Ruleset
 * @typedef {import('../board/pieces.js').Kind} Kind
 * @typedef {import('./plans.js').Ending} Ending
 * @typedef {import('./plans.js').Exercise} Exercise
 * @typedef {import('./plans.js').Goal} Goal
 * @typedef {import('./plans.js').Step} Step
 *
 * @typedef {object} Lesson
 * @property {import('./plans.js').LessonName} name
 * @property {string} fen
 * @property {string[]} moves the moves from there to its position
 * @property {Position} position
 * @property {Goal} goal
 *
 * @typedef {(fen: string, moves: string[]) => Promise<Position>} Look
 */

/** A step as the name of a move. @param {Step} step */
const moveOf = ([from, to]) => nameOf(...from) + nameOf(...to);

/** @param {Ending} ending @param {Position} after */
const endsSo = ({ reason, winner }, { result }) =>
  result?.reason === reason && (winner === undefined || result.winner === winner);

/**
 * Whether a move reaches the goal of a lesson.
 * @param {Goal} goal
 * @param {Position} after the position after the move
 */
export function isReached({ captures = 0, ending, avoided }, after) {
  if (ending) return endsSo(ending, after);
  if (avoided) return !endsSo(avoided, after);
  return (after.last?.captures.length ?? 0) >= captures;
}

/**
 * The exercises of a ruleset.
 * @param {Ruleset} ruleset
 * @param {Look} look
 * @returns {Promise<Lesson[]>}
 */
export async function lessonsOf(ruleset, look) {
  /** @type {Lesson[]} */
  const lessons = [];
  const last = ruleset.side - 1;
  for (const { name, goal, exercises, unless } of PLANS) {
    for (const exercise of exercises(last, last / 2)) {
      const lesson = await solvable(exercise, goal, ruleset, look);
      if (!lesson) continue;
      const isOther = unless && (await solvable(unless(last, last / 2), goal, ruleset, look));
      if (!isOther) lessons.push({ name, ...lesson });
      break;
    }
  }
  return lessons;
}

/**
 * An exercise as a lesson; null if no move shows the rule.
 * @param {Exercise} exercise
 * @param {Goal} goal
 * @param {Ruleset} ruleset
 * @param {Look} look
 * @returns {Promise<Omit<Lesson, 'name'> | null>}
 */
async function solvable({ pieces, side, before = [], end }, goal, ruleset, look) {
  const fen = written(pieces, side, ruleset);
  const moves = before.map(moveOf);
  const position = fen && (await look(fen, moves).catch(() => null));
  if (!position || position.result) return null;
  const lesson = { fen, moves, position, goal };
  const { captures, ending, avoided } = goal;
  if (captures !== undefined) {
    return position.legal.some((move) => move.captures.length >= captures) ? lesson : null;
  }
  const wins = position.threats[position.side].slice(0, 8).map(({ name }) => name);
  const told = ending ?? avoided;
  for (const move of end ? [moveOf(end)] : wins) {
    if (told && endsSo(told, await look(fen, [...moves, move]))) return lesson;
  }
  return null;
}

/**
 * The FEN of an exercise; empty if two pieces would share a square because the board is too small.
 * @param {Exercise['pieces']} pieces
 * @param {'a' | 'd'} side
 * @param {Ruleset} ruleset
 */
function written(pieces, side, ruleset) {
  /** @type {Map<string, Kind>} */
  const placed = new Map();
  let count = 0;
  for (const [kind, places] of Object.entries(pieces)) {
    for (const [file, rank] of places) {
      placed.set(nameOf(file, rank), /** @type {Kind} */ (kind));
      count += 1;
    }
  }
  if (placed.size < count || ruleset.side % 2 === 0) return '';
  return fenOf(placed, ruleset.side, side);
}
