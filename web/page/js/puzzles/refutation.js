/** What is wrong with a move: the solver's proof, or else the engine's reply. */

import { Lines } from '../connection/lines.js';
import { positionCommand, ruleCommands } from '../connection/rules.js';
import { puzzleTexts } from '../texts-puzzles.js';

/**
 * @typedef {import('../connection/rules.js').Ruleset} Ruleset
 *
 * @typedef {object} Refutation
 * @property {'wins' | 'loses' | 'draws' | 'unproven'} kind
 * @property {number | null} plies within which the move wins or loses; null where none are known
 * @property {string[]} moves that answer it; none where neither side can force a win
 */

/** The kinds of refutations by the results for the side that answers. @type {Readonly<Record<string, Refutation['kind']>>} */
const KINDS = { win: 'loses', loss: 'wins', neither: 'draws' };

/** The nodes of a proof: about as many as the puzzle's own proof had. */
const NODES = 60_000;

/** How long the engine looks for a reply where there is no proof, in milliseconds. */
const REPLY_TIME = 500;

export class Refuter {
  /**
   * @param {string} token
   * @param {import('../connection/engine.js').Engine} engine
   * @param {string[]} alternates the alternate rules that there are
   */
  constructor(token, engine, alternates) {
    this.token = token;
    this.engine = engine;
    this.alternates = alternates;
    /** @type {Lines | null} */
    this.lines = null;
  }

  /**
   * Refutes the last of some moves.
   * @param {Ruleset} ruleset
   * @param {string} fen
   * @param {string[]} moves
   * @returns {Promise<Refutation>}
   */
  async refute(ruleset, fen, moves) {
    const proven = await this.#prove(ruleset, fen, moves);
    if (proven && proven.moves.length > 0) return proven;
    const best = await this.engine.search({ ruleset, fen, moves, go: `movetime ${REPLY_TIME}` });
    const reply = best ? [best] : [];
    return { kind: proven?.kind ?? 'unproven', plies: proven?.plies ?? null, moves: reply };
  }

  /**
   * @param {Ruleset} ruleset
   * @param {string} fen
   * @param {string[]} moves
   * @returns {Promise<Refutation | null>}
   */
  async #prove(ruleset, fen, moves) {
    this.stop();
    const lines = new Lines('solver', this.token);
    this.lines = lines;
    const answer = await new Promise((resolve) => {
      lines.heard = (line) => line.startsWith('solved ') && resolve(line);
      lines.closed = () => resolve('');
      const rules = ruleCommands(ruleset.variant, [], this.alternates);
      lines.send(...rules, positionCommand(fen, moves), `solve nodes ${NODES}`).catch(() => {
        resolve('');
      });
    });
    lines.close();
    const found = /^solved (\w+)(?:.*? plies (\d+))?(?:.*? pv (.*))?/.exec(answer);
    if (!found) return null;
    const [, result, plies, line = ''] = found;
    const replies = line.split(' ').filter((word) => word && word !== '...');
    const kind = KINDS[result];
    if (!kind) return null;
    return { kind, plies: plies ? Number(plies) : null, moves: kind === 'draws' ? [] : replies };
  }

  /** Ends the proof that is being looked for. */
  stop() {
    this.lines?.close();
    this.lines = null;
  }
}

/**
 * The words about a wrong move.
 * @param {import('./set.js').Puzzle} puzzle
 * @param {Refutation} refutation
 * @param {string} played the move
 * @param {string} reply as text; empty without one
 * @param {import('../connection/rules.js').Position['result']} result after the reply
 */
export function refuted({ side, goal }, { kind, plies }, played, reply, result) {
  if (result?.winner && result.winner !== side)
    return puzzleTexts.losesAtOnce(played, reply || played, result.reason);
  // The side that wins makes every other move of them.
  const moves = plies === null ? null : Math.ceil(plies / 2);
  if (kind === 'loses') return puzzleTexts.loses(played, moves, reply);
  if (kind === 'wins' && goal === 'win-in' && moves !== null)
    return puzzleTexts.winsLater(played, moves + 1, reply);
  if (goal === 'win-in') return puzzleTexts.late(played, reply);
  if (kind === 'draws') return puzzleTexts.draws(played, reply);
  return puzzleTexts.misses(played, reply);
}
