/** Why a move does not solve an exercise. */

import { nameOf, piecesOf, placeOf } from '../board/squares.js';
import { texts } from '../texts.js';
import { lessonTexts } from '../texts-learning.js';

/**
 * @typedef {import('../connection/rules.js').Move} Move
 * @typedef {import('../connection/rules.js').Position} Position
 * @typedef {import('../connection/rules.js').Ruleset} Ruleset
 * @typedef {import('./lessons.js').Lesson} Lesson
 *
 * @typedef {object} Reason
 * @property {string} words
 * @property {Move} [reply] of the other side, to show on the board
 * @property {string} [hole] a square of the ring that is open, to show on the board
 */

/** The distance of the ring's attackers from the throne, in steps. */
const RING = 2;

/**
 * The reason why a move does not solve an exercise: the reply that shows it, or else what is missing. It does not name
 * the solution.
 * @param {Lesson} lesson
 * @param {Position} after the position after the move
 * @param {Ruleset} ruleset
 * @returns {Reason}
 */
export function whyWrong({ name, goal, position }, after, ruleset) {
  const { result } = after;
  if (result) {
    const isWin = result.winner === position.side;
    return { words: isWin ? lessonTexts.otherWin : texts.result(result) };
  }
  const answer = goal.captures === undefined ? answerTo(name, after, ruleset) : null;
  const hole = !answer && name === 'ring' ? gapIn(after, ruleset.side) : null;
  if (hole) return { words: lessonTexts.gapAt(hole), hole };
  if (!answer) return { words: lessonTexts.missing[missingIn(name)] };
  const [kind, reply] = answer;
  return { words: lessonTexts.answer(kind, reply.text), reply };
}

/** What is missing in an exercise: the same in all about the king's capture, and in all about repetition. @param {Lesson['name']} name */
function missingIn(name) {
  switch (name) {
    case 'kingOpen':
    case 'kingBesideThrone':
    case 'kingOnThrone':
    case 'kingFort':
      return 'king';
    case 'repetitionDraws':
    case 'repetitionWins':
    case 'repetitionLoses':
      return 'repetition';
    default:
      return name;
  }
}

/**
 * The reply that shows why the king is not captured, not safe or not enclosed.
 * @param {Lesson['name']} name
 * @param {Position} after
 * @param {Ruleset} ruleset
 * @returns {[keyof typeof lessonTexts.answers, Move] | null}
 */
function answerTo(name, { side, threats, legal, king }, { goals, side: length }) {
  const [capture] = threats.attackers;
  if (side === 'attackers') return capture ? ['capture', capture] : null;
  const escape = threats.defenders.find(({ to }) => goals.has(to));
  if (escape) return ['escape', escape];
  if (name !== 'ring') {
    const reply = farthest(king);
    return reply ? ['leave', reply] : null;
  }
  const isEdge = (/** @type {number} */ line) => line === 0 || line === length - 1;
  const gap = legal.find(({ to }) => Object.values(placeOf(to)).some(isEdge));
  return gap ? ['gap', gap] : null;
}

/**
 * A free square of the ring that the defenders can step on from inside.
 * @param {Position} after
 * @param {number} length of the board
 */
function gapIn({ fen }, length) {
  const pieces = piecesOf(fen);
  const middle = (length - 1) / 2;
  const isHeld = (/** @type {number} */ x, /** @type {number} */ y) =>
    pieces.get(nameOf(middle + x, middle + y)) === 't';
  for (let x = -RING; x <= RING; x += 1) {
    const y = RING - Math.abs(x);
    for (const [across, up] of [
      [x, y],
      [x, -y],
    ]) {
      const isOpen =
        (across !== 0 && !isHeld(across - Math.sign(across), up)) ||
        (up !== 0 && !isHeld(across, up - Math.sign(up)));
      if (!isHeld(across, up) && isOpen) return nameOf(middle + across, middle + up);
    }
  }
  return null;
}

/** The longest of some moves, which is the easiest to see. @param {Move[]} moves */
function farthest(moves) {
  const length = (/** @type {Move} */ { from, to }) => {
    const [start, end] = [placeOf(from), placeOf(to)];
    return Math.abs(start.file - end.file) + Math.abs(start.rank - end.rank);
  };
  return [...moves].sort((one, other) => length(other) - length(one)).at(0);
}
