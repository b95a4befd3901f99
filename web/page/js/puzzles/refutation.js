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
   * @param {string[]} alternates the alternate rules that there are
   */
  constructor(token, alternates) {
    this.token = token;
    this.alternates = alternates;
    /** @type {Lines | null} */
    this.lines = null;
  }

  /**
   * Refutes the last of some moves. The engine of the page may be playing a game, so that this one has its own.
   * @param {Ruleset} ruleset
   * @param {string} fen
   * @param {string[]} moves
   * @returns {Promise<Refutation>}
   */
  async refute(ruleset, fen, moves) {
    this.stop();
    const lines = new Lines('solver', this.token);
    this.lines = lines;
    const rules = ruleCommands(ruleset.variant, [], this.alternates);
    const position = [...rules, positionCommand(fen, moves)];
    const proven = readProof(await answer(lines, 'solved', ...position, `solve nodes ${NODES}`));
    if (proven && proven.moves.length > 0) {
      lines.close();
      return proven;
    }
    const found = await answer(lines, 'bestmove', `go movetime ${REPLY_TIME}`);
    lines.close();
    const reply = /^bestmove (?!\(none\))(\S+)/.exec(found)?.slice(1) ?? [];
    return { kind: proven?.kind ?? 'unproven', plies: proven?.plies ?? null, moves: reply };
  }

  /** Ends the proof or search that is running. */
  stop() {
    this.lines?.close();
    this.lines = null;
  }
}

/**
 * The first line with a word in front that answers some lines; empty if the connection ends before.
 * @param {Lines} lines
 * @param {string} word
 * @param {...string} asked
 * @returns {Promise<string>}
 */
function answer(lines, word, ...asked) {
  return new Promise((resolve) => {
    lines.heard = (line) => line.startsWith(`${word} `) && resolve(line);
    lines.closed = () => resolve('');
    if (!lines.isOpen) resolve('');
    lines.send(...asked).catch(() => resolve(''));
  });
}

/** @param {string} solved the solver's answer @returns {Refutation | null} */
function readProof(solved) {
  const found = /^solved (\w+)(?:.*? plies (\d+))?(?:.*? pv (.*))?/.exec(solved);
  if (!found) return null;
  const [, result, plies, line = ''] = found;
  const replies = line.split(' ').filter((word) => word && word !== '...');
  const kind = KINDS[result];
  if (!kind) return null;
  return { kind, plies: plies ? Number(plies) : null, moves: kind === 'draws' ? [] : replies };
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
