/** The explorer: what was played in the position on the board, from the program's database. */

import { explore } from '../connection/games.js';
import { el, fill } from '../dom.js';
import { GameFilter } from '../records/game-filter.js';
import { twoLines } from '../records/long-list.js';
import { fail } from '../outcome.js';
import { explorerTexts } from '../texts-explorer.js';
import { recordTexts } from '../texts-records.js';
import { texts } from '../texts.js';
import { scoreText } from './chance.js';
import { head, lineOf, rowsOf } from './explorer-rows.js';

/**
 * @typedef {import('../connection/engine.js').Line} Line
 * @typedef {import('../connection/games.js').Exploration} Exploration
 * @typedef {import('../connection/rules.js').Side} Side
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('../game/tree.js').Node} Node
 */

export class Explorer {
  /**
   * @param {Desk} desk
   * @param {string} token
   * @param {(move: string) => void} play
   */
  constructor(desk, token, play) {
    this.desk = desk;
    this.token = token;
    this.play = play;
    /**
     * Opens a game of the database at a position.
     * @type {(id: number, ply: number) => Promise<unknown>}
     */
    this.open = () => Promise.resolve();
    this.isShown = false;
    /** Whether the program has a database open; undefined until it has been asked. @type {boolean | undefined} */
    this.isOpen = undefined;
    /** The number of questions asked. Only the answer to the last one counts. */
    this.asked = 0;
    /** The position of the rows. The board shows the next one before its answer is there. @type {Node | null} */
    this.node = null;
    /** The engine's lines, the best first. @type {Line[]} */
    this.lines = [];
    /** The side to move in the position of the lines. @type {Side} */
    this.side = 'attackers';
    /** The cells for the engine's scores, with the move of each row. @type {{ move: string, images: string[], cell: HTMLElement }[]} */
    this.scores = [];
    this.opening = el('p', { class: 'explorer-opening' });
    this.moves = el('div', { class: 'explorer-moves' });
    this.listed = el('p', { class: 'quiet' });
    this.games = el('ul', { class: 'explorer-games', 'aria-label': explorerTexts.listed });
    this.state = el('p', { class: 'facts', role: 'status' });
    /** Says that a game was opened in another orientation. */
    this.turned = el('p', { class: 'facts', role: 'status' });
    this.filter = new GameFilter(['player', 'result', 'since', 'min_rating']);
    this.filter.addEventListener('changed', () => this.#ask());
    this.summary = el('summary', {}, explorerTexts.filters);
    this.element = el(
      'section',
      { class: 'panel explorer', 'aria-label': explorerTexts.title, hidden: true },
      el('h2', {}, explorerTexts.title),
      el('details', { class: 'explorer-filters' }, this.summary, this.filter.element),
      this.state,
      this.turned,
      this.opening,
      this.moves,
      this.listed,
      this.games,
    );
    desk.addEventListener('node', () => {
      this.turned.textContent = '';
      this.#ask();
    });
  }

  /** @param {boolean} shown */
  show(shown) {
    const changed = this.isShown !== shown;
    this.isShown = shown;
    if (changed) this.#ask();
  }

  /**
   * Shows the engine's scores beside the moves.
   * @param {Line[]} lines of the position on the board
   * @param {Side} side the side to move
   */
  score(lines, side) {
    this.lines = lines;
    this.side = side;
    const isCurrent = this.node === this.desk.node;
    for (const { move, images, cell } of this.scores) {
      const line = isCurrent && lineOf(lines, move, images);
      cell.textContent = line ? scoreText(line.score, side) : '';
    }
  }

  async #ask() {
    const { tree, node } = this.desk;
    if (!this.isShown || this.isOpen === false || !tree || !node) return;
    this.asked += 1;
    const { asked } = this;
    const { variant, alternates: rules } = tree.ruleset;
    const filter = this.filter.value;
    this.summary.textContent = explorerTexts.filtersOn(this.filter.count);
    try {
      const position = { variant, rules, fen: tree.fen, moves: node.moves, filter };
      const found = await explore(this.token, position);
      this.isOpen = found !== null;
      this.element.hidden = !this.isOpen;
      // The board may show another position by now, or the filters may have changed.
      if (found && asked === this.asked) this.#tell(found, node);
    } catch (error) {
      if (asked === this.asked) this.#fail(error);
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    this.scores = [];
    for (const part of [this.opening, this.moves, this.listed, this.games]) fill(part);
    this.#complain(error);
  }

  /** @param {unknown} error */
  #complain(error) {
    fail(this.state, error);
  }

  /** @param {Exploration} found @param {Node} node */
  #tell(found, node) {
    this.node = node;
    this.opening.textContent = found.opening?.name ?? '';
    this.state.classList.remove('error');
    const none = this.filter.count > 0 ? explorerTexts.noneFiltered : explorerTexts.none;
    this.state.textContent = found.games ? '' : none;
    const play = (/** @type {string} */ move) => node === this.desk.node && this.play(move);
    const next = node.children[0]?.move?.name;
    const moves = found.moves.map((explored) => ({ explored, ...rowsOf(explored, next, play) }));
    const body = el('tbody', {}, ...moves.flatMap(({ rows }) => rows));
    fill(this.moves, moves.length > 0 && el('table', {}, head(), body));
    this.scores = moves.map(({ explored: { move, images }, engine }) => ({
      move,
      images,
      cell: engine,
    }));
    this.score(this.lines, this.side);
    const { list, games } = found;
    const latest = list.length < games ? explorerTexts.latest(list.length, games) : '';
    const unreadable = explorerTexts.unreadable(found.unreadable?.length ?? 0);
    this.listed.textContent = [latest, unreadable].filter(Boolean).join(' ');
    fill(this.games, ...list.map((game) => this.#game(game)));
  }

  /** @param {Exploration['list'][number]} game */
  #game(game) {
    const open = el(
      'button',
      {
        type: 'button',
        class: 'button link two-lines',
        onclick: () => this.#open(game).catch((error) => this.#complain(error)),
      },
      ...twoLines(recordTexts.storedGame(game)),
    );
    return el('li', {}, open);
  }

  /** @param {Exploration['list'][number]} game */
  async #open({ id, ply }) {
    const before = this.#pieces;
    await this.open(id, ply);
    if (this.#pieces !== before) this.turned.textContent = explorerTexts.turned;
  }

  /** The pieces on the board, as in a FEN. */
  get #pieces() {
    return this.desk.node?.position.fen.split(' ')[0];
  }
}
