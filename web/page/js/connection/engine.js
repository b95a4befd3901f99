/** The engine for play and analysis. Runs one search at a time. */

import { LEVELS } from '../game/levels.js';
import { texts } from '../texts.js';
import { Lines, errorIn } from './lines.js';
import { positionCommand, ruleCommands } from './rules.js';

/**
 * @typedef {import('./rules.js').Ruleset} Ruleset
 *
 * @typedef {object} Score a score for the side to move
 * @property {'cp' | 'mate'} kind
 * @property {number} value
 *
 * @typedef {object} Line a line of play reported by a search
 * @property {number} depth
 * @property {number} rank from 1
 * @property {Score} score
 * @property {[number, number, number] | null} wdl
 * @property {number} nodes
 * @property {number} nps
 * @property {number} time
 * @property {string[]} moves
 *
 * @typedef {object} Task a search to run
 * @property {Ruleset} ruleset
 * @property {string | null} fen
 * @property {string[]} moves
 * @property {string} go the arguments of `go`
 * @property {number} [lines] the number of lines to find
 * @property {number | null} [elo] the strength to play at; null for full strength
 * @property {(line: Line) => void} [told]
 *
 * @typedef {object} Option an engine option
 * @property {string} type
 * @property {number} min
 * @property {number} max
 * @property {string} value the default
 * @property {string[]} choices
 */

/**
 * Reads an `info` line with a line of play.
 * @param {string} text
 * @returns {Line | null}
 */
export function readInfo(text) {
  const score = / score (cp|mate) (-?\d+)( (?:lower|upper)bound)?/.exec(text);
  const moves = / pv (.*)$/.exec(text);
  if (!score || !moves) return null;
  /** @param {string} key */
  const number = (key) => Number(new RegExp(` ${key} (\\d+)`).exec(text)?.[1] ?? 0);
  const rank = number('multipv') || 1;
  // A stopped search tells a new best move with the least that it is worth, and of a later one that is no longer as good
  // as before the most.
  if (score[3] && score[3] !== (rank === 1 ? ' lowerbound' : ' upperbound')) return null;
  const wdl = / wdl (\d+) (\d+) (\d+)/.exec(text);
  return {
    depth: number('depth'),
    rank,
    score: { kind: /** @type {'cp' | 'mate'} */ (score[1]), value: Number(score[2]) },
    wdl: wdl ? [Number(wdl[1]), Number(wdl[2]), Number(wdl[3])] : null,
    nodes: number('nodes'),
    nps: number('nps'),
    time: number('time'),
    moves: moves[1].split(' ').filter(Boolean),
  };
}

/**
 * Reads an `option` line.
 * @param {string} text
 * @returns {[string, Option] | null}
 */
export function readOption(text) {
  const match = /^option name (.+?) type (\S+)(.*)$/.exec(text);
  if (!match) return null;
  const rest = match[3];
  const value = / default (.*?)(?= min | max | var |$)/.exec(rest)?.[1] ?? '';
  return [
    match[1].toLowerCase(),
    {
      type: match[2],
      min: Number(/ min (-?\d+)/.exec(rest)?.[1] ?? 0),
      max: Number(/ max (-?\d+)/.exec(rest)?.[1] ?? 0),
      value,
      choices: rest.split(' var ').slice(1),
    },
  ];
}

export class Engine {
  /** @param {string} token */
  constructor(token) {
    this.token = token;
    /** @type {Lines | null} */
    this.lines = null;
    /** @type {Map<string, Option>} */
    this.options = new Map();
    this.name = '';
    /** The options set so far. @type {Map<string, string>} */
    this.set = new Map();
    /** Settles when all requested searches have ended. @type {Promise<unknown>} */
    this.queue = Promise.resolve();
    /** @type {{ told: (line: Line) => void, done: (best: string | null) => void, fail: (error: Error) => void } | null} */
    this.running = null;
    /** Numbers the searches, so that a superseded one is not started. */
    this.number = 0;
    /** @type {Promise<void> | null} */
    this.connecting = null;
  }

  /** Whether the engine runs. */
  get isOpen() {
    return this.lines?.isOpen ?? false;
  }

  /** Connects if necessary, and asks the engine for its name and options. */
  connect() {
    if (!this.isOpen) this.connecting = null;
    this.connecting ??= this.#connect();
    return this.connecting;
  }

  async #connect() {
    const lines = new Lines('engine', this.token);
    this.lines = lines;
    this.set.clear();
    lines.heard = (line) => this.#hear(line);
    lines.closed = (reason) => {
      // By then another connection may have a search of its own.
      if (this.lines !== lines) return;
      this.running?.fail(new Error(texts.closedFor[reason] ?? texts.connectionClosed));
    };
    for (const line of await lines.ask('uci')) {
      const option = readOption(line);
      if (option) this.options.set(...option);
      const id = /^id name (.*)$/.exec(line);
      // The protocol writes only ASCII.
      if (id) this.name = id[1].replace(/^Branan\b/, texts.title);
    }
    await this.#option('UCI_ShowWDL', 'true');
    await this.#limits();
  }

  /** Limits the resources of a third-party engine. Our own knows its limits. */
  async #limits() {
    if (!this.limits) return;
    await this.#option('Hash', this.limits.hash);
    await this.#option('Threads', this.limits.threads);
  }

  /** @param {string} line */
  #hear(line) {
    const limits = /^info string limits hash (\d+) threads (\d+)$/.exec(line);
    if (limits) {
      this.limits = { hash: limits[1], threads: limits[2] };
      return;
    }
    const best = /^bestmove (\S+)/.exec(line);
    if (best) {
      this.running?.done(best[1] === '(none)' ? null : best[1]);
    } else if (line.startsWith('info ')) {
      const info = this.running && readInfo(line);
      if (info) this.running?.told(info);
    }
  }

  /**
   * Sets an option if the engine has it and its value changes.
   * @param {string} name
   * @param {string} value
   */
  async #option(name, value) {
    if (!this.options.has(name.toLowerCase()) || this.set.get(name) === value) return;
    this.set.set(name, value);
    await this.lines?.send(`setoption name ${name} value ${value}`);
  }

  /**
   * The engine's range of Elo ratings, or null if its strength is fixed.
   * @returns {import('../game/strength.js').Strengths | null}
   */
  get strengths() {
    const elo = this.options.get('uci_elo');
    if (!elo || !this.options.has('uci_limitstrength')) return null;
    const { min, max } = elo;
    const level = this.options.get('skill level');
    const isOurs = level?.max === LEVELS.length - 1 && min === LEVELS[0] && max === LEVELS.at(-1);
    return { min, max, hasLevels: isOurs };
  }

  /**
   * Stops the running search and starts another. If several searches are requested in the meantime,
   * only the last one starts; the others return null. Fails if the engine ends before it has answered.
   * @param {Task} task
   * @returns {Promise<string | null>} the best move
   */
  search(task) {
    const number = ++this.number;
    if (this.running) this.lines?.send('stop').catch(() => {});
    const isWanted = () => number === this.number;
    const result = this.queue
      .then(() => this.#run(task, isWanted))
      .catch((error) => {
        if (isWanted()) throw error;
        return null;
      });
    this.queue = result.catch(() => {});
    return result;
  }

  /**
   * @param {Task} task
   * @param {() => boolean} isWanted
   */
  async #run(task, isWanted) {
    if (!isWanted()) return null;
    await this.connect();
    if (!isWanted()) return null;
    await this.#begin(task);
    if (!isWanted()) return null;
    /** @type {Promise<string | null>} */
    const answer = new Promise((done, fail) => {
      // A stopped search still tells its last lines.
      const told = (/** @type {Line} */ line) => isWanted() && task.told?.(line);
      this.running = { told, done, fail };
      this.lines?.send(`go ${task.go}`);
    });
    const best = await answer.finally(() => (this.running = null));
    return isWanted() ? best : null;
  }

  /** @param {Task} task */
  async #begin(task) {
    const { ruleset, fen, moves, lines = 1, elo = null } = task;
    const known = this.options.get('uci_variant')?.choices ?? [];
    const variant = known.includes(ruleset.variant) || !ruleset.otn ? ruleset.variant : ruleset.otn;
    const rules = ruleCommands(variant, ruleset.alternates, this.#alternates());
    if (this.set.get('rules') !== rules.join('\n')) {
      const answer = await this.lines?.ask(...rules);
      const error = errorIn(answer ?? []);
      if (error !== null) throw new Error(error);
      this.set.set('rules', rules.join('\n'));
    }
    await this.#option('MultiPV', String(lines));
    if (this.strengths) {
      await this.#option('UCI_LimitStrength', elo === null ? 'false' : 'true');
      if (elo !== null) await this.#option('UCI_Elo', String(elo));
    }
    const answer = await this.lines?.ask(positionCommand(fen, moves));
    const error = errorIn(answer ?? []);
    if (error !== null) throw new Error(error);
  }

  #alternates() {
    return [...this.options.keys()]
      .filter((name) => name.startsWith('rule '))
      .map((name) => name.slice('rule '.length));
  }

  /** Makes the running search return its best move now. */
  async hurry() {
    if (this.running) await this.lines?.send('stop');
  }

  /** Stops the running or pending search and discards its result. */
  async stop() {
    this.number += 1;
    if (this.running) await this.lines?.send('stop');
    await this.queue;
  }

  /** Has the next search start a fresh engine. */
  renew() {
    this.lines?.close();
    this.running?.done(null);
    this.connecting = null;
  }

  newGame() {
    this.queue = this.queue.then(() => this.lines?.send('ucinewgame')).catch(() => {});
  }
}
