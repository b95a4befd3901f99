/** A socket to the server: lines of the protocol out, lines in. */

/** What the end of a question is told by. */
const READY = 'readyok';

/** Lines that belong to a search or a proof and not to a question. */
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
    const address = new URL(`${path}?token=${token}`, location.href);
    address.protocol = 'ws:';
    address.hash = '';
    this.socket = new WebSocket(address);
    /** @type {Promise<void>} */
    this.opened = new Promise((resolve, reject) => {
      this.socket.addEventListener('open', () => resolve());
      this.socket.addEventListener('close', (event) => {
        const error = new Error(event.reason || 'closed');
        this.isOpen = false;
        reject(error);
        for (const question of this.questions.splice(0)) question.reject(error);
        this.closed(event.reason);
      });
    });
    // Whoever waits for an answer hears of it.
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
    this.socket.send(lines.join('\n'));
  }

  /**
   * Sends lines and waits for all that is written in answer.
   * @param {...string} lines
   * @returns {Promise<string[]>}
   */
  async ask(...lines) {
    await this.opened;
    return new Promise((resolve, reject) => {
      if (!this.isOpen) {
        reject(new Error('closed'));
        return;
      }
      this.questions.push({ lines: [], resolve, reject });
      this.socket.send([...lines, 'isready'].join('\n'));
    });
  }

  close() {
    this.socket.close();
  }
}

/** The words with which the protocol begins an error. */
const ERROR = 'info string error: ';

/**
 * The error among some lines.
 * @param {string[]} lines
 */
export function errorIn(lines) {
  const line = lines.find((text) => text.startsWith(ERROR));
  return line === undefined ? null : line.slice(ERROR.length);
}

/** What the engine refuses to do; its words are for people. */
export class Refused extends Error {}

/**
 * @param {string[]} lines
 */
export function refuse(lines) {
  const error = errorIn(lines);
  if (error !== null) throw new Refused(error);
}
