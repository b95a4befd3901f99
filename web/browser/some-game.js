/** A long game for tests and measurements. */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { program } from './harness.js';

/**
 * Some legal moves of a game that lasts.
 * @param {string} variant
 * @param {number} plies
 * @param {{ takes?: boolean }} [how] whether pieces are taken whenever they can be
 */
export async function someGame(variant, plies, { takes = false } = {}) {
  const engine = spawn(program, { stdio: ['pipe', 'pipe', 'ignore'] });
  // The iterator buffers lines: several can arrive at once.
  const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
  engine.stdin.write(`setoption name UCI_Variant value ${variant}\n`);
  /** @type {string[]} */
  const moves = [];
  while (moves.length < plies) {
    engine.stdin.write(`position startpos moves ${moves.join(' ')}\nstate\n`);
    let text = '';
    while (!text.startsWith('state ')) text = (await lines.next()).value;
    const { legal } = JSON.parse(text.slice(6));
    // Few captures or many, and no position twice: the moves wander over the list.
    const wanted = legal.filter((/** @type {string} */ move) => move.includes('x') === takes);
    const some = wanted.length > 0 ? wanted : legal;
    const move = some[(7 * moves.length + 3) % some.length];
    moves.push(move.replace(/x.*/, '').replace('-', ''));
  }
  engine.kill();
  return moves.join(' ');
}
