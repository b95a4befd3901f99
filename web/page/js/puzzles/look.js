/** The positions of a puzzle, whatever lies on the desk. */

/**
 * @typedef {import('../connection/rules.js').Position} Position
 * @typedef {import('../connection/rules.js').Ruleset} Ruleset
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('./set.js').Puzzle} Puzzle
 */

/**
 * The positions along some moves of a puzzle.
 * @param {Desk} desk
 * @param {Puzzle} puzzle
 * @param {string[]} moves
 * @returns {Promise<[Ruleset | null, Position[]]>}
 */
export async function lookAt(desk, { ruleset, fen }, moves) {
  const described = await desk.describe(ruleset);
  const positions = await desk.aside(async () => {
    await desk.rules.choose(ruleset);
    return desk.rules.lookAlong(fen, moves);
  });
  return [described, positions];
}

/**
 * The lines of a solution with their positions, the main one first.
 * @param {Desk} desk
 * @param {Puzzle} puzzle
 */
export async function linesOf(desk, { ruleset, fen, solution, rest, defences }) {
  const all = [[...solution, ...rest], ...defences];
  return desk.aside(async () => {
    await desk.rules.choose(ruleset);
    const lines = [];
    for (const moves of all) {
      lines.push({ moves, positions: await desk.rules.lookAlong(fen, moves) });
    }
    return lines;
  });
}
