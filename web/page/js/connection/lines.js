/** A socket that exchanges protocol lines with the server. */

import { explorerTexts } from '../texts-explorer.js';
import { texts } from '../texts.js';

/** The last line of each answer. */
const READY = 'readyok';

/** Characters that could end a line or control a terminal. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** The longest line, in bytes of UTF-8. The server closes the connection on a longer one. */
const MAX_LINE = (1 << 16) - 1;

/** Output of a search or proof, which does not belong to an answer. */
const UNASKED = /^(info (?!string error)|bestmove|solved)/;

export class Lines {
  /**
   * @param {string} path `rules`, `engine` or `solver`
   * @param {string} token
   */
  constructor(path, token) {
    /** @type {{ lines: string[], resolve: (lines: string[]) => void, reject: (error: Error) => void }[]} */
    this.questions = [];
    /** @type {(line: string) => void} */
    this.heard = () => {};
    /** @type {(reason: string) => void} */
    this.closed = () => {};
    this.isOpen = true;
    /** Whether there were too many pages for one more. */
    this.isRefused = false;
    const address = new URL(`${path}?token=${token}`, location.href);
    address.protocol = 'ws:';
    address.hash = '';
    this.socket = new WebSocket(address);
    /** @type {Promise<void>} */
    this.opened = new Promise((resolve, reject) => {
      this.socket.addEventListener('open', () => resolve());
      this.socket.addEventListener('close', (event) => {
        const error = new Error(texts.closedFor[event.reason] ?? texts.connectionClosed);
        this.isOpen = false;
        this.isRefused = event.reason === 'too many pages';
        reject(error);
        for (const question of this.questions.splice(0)) question.reject(error);
        this.closed(event.reason);
      });
    });
    // Prevents an unhandled rejection. Callers that wait for an answer get the error themselves.
    this.opened.catch(() => {});
    this.socket.addEventListener('message', (event) => {
      for (const line of String(event.data).split('\n')) this.#take(line);
    });
  }

  /** @param {string} line */
  #take(line) {
    const question = this.questions[0];
    if (question && line === READY) {
      this.questions.shift();
      question.resolve(question.lines);
    } else if (question && !UNASKED.test(line)) {
      question.lines.push(line);
    } else {
      this.heard(line);
    }
  }

  /**
   * Sends lines.
   * @param {...string} lines
   */
  async send(...lines) {
    await this.opened;
    this.#write(lines);
  }

  /**
   * The only place that writes to the socket. Each line is its own message. If any line contains a
   * control character, none is sent: a value from a link could otherwise smuggle in a command. Nor is any sent
   * if one is too long.
   * @param {string[]} lines
   */
  #write(lines) {
    if (lines.some((line) => CONTROL.test(line))) throw new Refused(texts.controlCharacters);
    const encoder = new TextEncoder();
    if (lines.some((line) => encoder.encode(line).length > MAX_LINE)) {
      throw new Refused(texts.lineTooLong);
    }
    for (const line of lines) this.socket.send(line);
  }

  /**
   * Sends lines and waits for the complete answer.
   * @param {...string} lines
   * @returns {Promise<string[]>}
   */
  async ask(...lines) {
    await this.opened;
    return new Promise((resolve, reject) => {
      if (!this.isOpen) {
        reject(new Error(texts.connectionClosed));
        return;
      }
      // If this throws, nothing was sent and no answer will come.
      this.#write([...lines, 'isready']);
      this.questions.push({ lines: [], resolve, reject });
    });
  }

  close() {
    this.socket.close();
  }
}

/** The prefix of errors in the protocol. */
const ERROR = 'info string error: ';

/**
 * The first error in some lines, or null.
 * @param {string[]} lines
 */
export function errorIn(lines) {
  const line = lines.find((text) => text.startsWith(ERROR));
  return line === undefined ? null : plainly(line.slice(ERROR.length));
}

/** How a parser ends its errors. */
const PLACE = / at line \d+ column \d+$/;

/** Errors of a parser, which mean nothing to players. */
const PARSER =
  /^(EOF|expected|invalid|missing field|unknown|duplicate|trailing|key must|recursion)/;

/** What is wrong with own rules. @param {string} why */
const ownRulesError = (why) =>
  PLACE.test(why) && PARSER.test(why) ? texts.badOwnRules : why.replace(PLACE, '');

/** Protocol errors and how to put them to a player. @type {[RegExp, (found: string[]) => string][]} */
const PLAIN = [
  [/^option 'UCI_Variant': in the rules string: (.*)/s, ([, why]) => texts.badRules(why)],
  [/^option 'UCI_Variant': in the ruleset: (.*)/s, ([, why]) => ownRulesError(why)],
  [/^option 'UCI_Variant'/, () => texts.unknownRules],
  [/^'(.*)' is not a date;/s, ([, word]) => explorerTexts.notADate(word)],
  [/^bad FEN: (.*)/s, ([, why]) => why.replace('the FEN', 'the position')],
  [/^(option '|a page may )/, () => texts.notUnderstood],
];

/**
 * Rewords an error for people who know neither options nor the protocol.
 * @param {string} error
 */
export function plainly(error) {
  for (const [form, words] of PLAIN) {
    const found = form.exec(error);
    if (found) return words(found);
  }
  return error;
}

/** A command that the engine refused. Its message is meant for people. */
export class Refused extends Error {}

/**
 * @param {string[]} lines
 */
export function refuse(lines) {
  const error = errorIn(lines);
  if (error !== null) throw new Refused(error);
}
