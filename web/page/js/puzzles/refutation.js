/** What is wrong with a move: the solver's proof, or else the engine's reply. */

import { Lines } from '../connection/lines.js';
import { positionCommand, ruleCommands } from '../connection/rules.js';

/**
 * @typedef {import('../connection/rules.js').Ruleset} Ruleset
 *
 * @typedef {object} Refutation
 * @property {'loses' | 'draws' | 'unproven'} kind
 * @property {string | undefined} plies within which the move loses
 * @property {string[]} moves that answer it; none where neither side can force a win
 */

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
    return { kind: proven?.kind ?? 'unproven', plies: undefined, moves: reply };
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
    if (result === 'win') return { kind: 'loses', plies, moves: replies };
    return result === 'neither' ? { kind: 'draws', plies: undefined, moves: [] } : null;
  }

  /** Ends the proof that is being looked for. */
  stop() {
    this.lines?.close();
    this.lines = null;
  }
}
