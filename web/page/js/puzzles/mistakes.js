/** Puzzles from the mistakes of the player's own games, kept in the browser. */

import { decided, defendersChance } from '../analysis/chance.js';
import { keep, recall } from '../settings.js';

/**
 * @typedef {import('../connection/engine.js').Engine} Engine
 * @typedef {import('../connection/engine.js').Line} Line
 * @typedef {import('../connection/rules.js').Side} Side
 * @typedef {import('../game/tree.js').Tree} Tree
 * @typedef {import('../game/tree.js').Node} Node
 *
 * @typedef {object} WrittenPuzzle a puzzle as a line of the program's file has it
 * @property {string} id
 * @property {string} ruleset
 * @property {string} fen
 * @property {'best' | 'win-in'} goal
 * @property {number} [plies] of a proven win
 * @property {string} solution
 */

const NAME = 'own-puzzles';

/** The puzzles that are kept, the newest first. */
const MAX_KEPT = 200;

/** A move is clearly best if the second one has this much less of the winning chances. */
const MARGIN = 0.2;

/** Search time for the two best moves of a position, in milliseconds. */
const TIME = 600;

/** The puzzles of the player's own games. @returns {WrittenPuzzle[]} */
export function ownPuzzles() {
  return recall(NAME, /** @type {WrittenPuzzle[]} */ ([])).filter(
    (puzzle) => typeof puzzle?.fen === 'string' && typeof puzzle.solution === 'string',
  );
}

/** @param {WrittenPuzzle[]} puzzles */
export function keepPuzzles(puzzles) {
  const ids = new Set(puzzles.map(({ id }) => id));
  const others = ownPuzzles().filter(({ id }) => !ids.has(id));
  keep(NAME, [...puzzles, ...others].slice(0, MAX_KEPT));
}

/**
 * Makes puzzles of those mistakes of a judged game for which one move was clearly best.
 * @param {Tree} tree
 * @param {Engine} engine
 * @param {() => boolean} goesOn whether they are still wanted
 * @returns {Promise<WrittenPuzzle[]>}
 */
export async function puzzlesOf(tree, engine, goesOn) {
  // The room shows positions under the rules of a name alone.
  if (tree.ruleset.alternates.length > 0 || tree.ruleset.variant.includes(':')) return [];
  const puzzles = [];
  for (const { judgement, parent } of tree.main) {
    if (!judgement || !parent || !goesOn()) continue;
    const best = await clearlyBest(tree, parent, engine);
    if (best) puzzles.push(written(tree, parent, best));
  }
  return puzzles;
}

/** @param {Tree} tree @param {Node} node @param {Line} line @returns {WrittenPuzzle} */
function written(tree, { position }, { moves, score }) {
  const { variant } = tree.ruleset;
  const id = `own-${variant}-${position.fen.replaceAll(' ', '-')}`;
  const puzzle = { id, ruleset: variant, fen: position.fen, solution: moves[0] };
  return { ...puzzle, ...goalOf(score, position.side) };
}

/**
 * What a puzzle asks for. A win in one move is proven to be the only one. Of a longer win, that it is a win is proven,
 * and that no other move wins as fast is not.
 * @param {Line['score']} score of the solution
 * @param {Side} side
 * @returns {Pick<WrittenPuzzle, 'goal' | 'plies'>}
 */
export function goalOf(score, side) {
  const end = decided(score, side);
  if (end?.winner !== side) return { goal: 'best' };
  return { goal: end.moves === 1 ? 'win-in' : 'best', plies: 2 * end.moves - 1 };
}

/**
 * The line of the one move that is clearly best, or null.
 * @param {Tree} tree
 * @param {Node} node
 * @param {Engine} engine
 */
async function clearlyBest(tree, node, engine) {
  /** @type {Map<number, Line>} */
  const lines = new Map();
  const best = await engine.search({
    ruleset: tree.ruleset,
    fen: tree.fen,
    moves: node.moves,
    go: `movetime ${TIME}`,
    lines: 2,
    told: (line) => lines.set(line.rank, line),
  });
  const [first, second] = [lines.get(1), lines.get(2)];
  if (!best || !first || !second || first.moves[0] !== best) return null;
  return isClear(first, second, node.position.side) ? first : null;
}

/**
 * Whether a line is clearly better than another.
 * @param {Pick<Line, 'score' | 'wdl'>} first
 * @param {Pick<Line, 'score' | 'wdl'>} second
 * @param {Side} side
 */
export function isClear(first, second, side) {
  const wins = (/** @type {Pick<Line, 'score'>} */ { score }) =>
    decided(score, side)?.winner === side;
  if (wins(first)) return !wins(second);
  const chance = (/** @type {Pick<Line, 'score' | 'wdl'>} */ { score, wdl }) => {
    const ofDefenders = defendersChance(score, wdl, side);
    return side === 'defenders' ? ofDefenders : 1 - ofDefenders;
  };
  return chance(first) - chance(second) >= MARGIN;
}
