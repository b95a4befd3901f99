/** The games of the program's database: conditions, and a list that loads its parts as it is scrolled. */

import { listGames } from '../connection/games.js';
import { el } from '../dom.js';
import { titleOf } from '../game/ruleset-list.js';
import { fail, say } from '../outcome.js';
import { explorerTexts } from '../texts-explorer.js';
import { recordTexts } from '../texts-records.js';
import { texts } from '../texts.js';
import { GameFilter } from './game-filter.js';
import { LongList, twoLines } from './long-list.js';

/** @typedef {import('../connection/games.js').GameLine} GameLine */

/** The number of games in a part. */
const PART = 100;

export class DatabaseGames {
  /**
   * @param {import('../game/desk.js').Desk} desk
   * @param {string} token
   * @param {(id: number) => Promise<unknown>} open opens a game
   */
  constructor(desk, token, open) {
    this.desk = desk;
    this.token = token;
    /** The number of games that the conditions choose; `null` until the first answer. @type {number | null} */
    this.total = null;
    /** The search whose games are listed or awaited. Answers to earlier ones are dropped. */
    this.search = 0;
    this.isLoading = false;
    this.filter = new GameFilter(['player', 'variant', 'result', 'event']);
    this.filter.addEventListener('changed', () => this.#begin());
    this.state = el('p', { class: 'facts', role: 'status' });
    /** @type {LongList<GameLine>} */
    this.list = new LongList(explorerTexts.database, {
      draw: (game) => twoLines(recordTexts.storedGame(game, titleOf(desk.rules, game.variant))),
      open: ({ id }) => void open(id).catch((error) => this.#fail(error)),
      more: () => this.#more(),
    });
    this.list.element.hidden = true;
    this.element = el(
      'section',
      { class: 'panel database-games', 'aria-label': explorerTexts.database, hidden: true },
      el('h2', {}, explorerTexts.database),
      this.filter.element,
      this.state,
      this.list.element,
    );
  }

  /** Shows the games as they are now: where the reader left, unless games came or went. */
  show() {
    this.filter.offer(this.desk.rules.rulesets);
    this.list.restore();
    if (this.total === null) this.#begin();
    else this.#compare().catch((error) => this.#fail(error));
  }

  /** Searches again if the number of games has changed. */
  async #compare() {
    const { search } = this;
    const now = await this.#ask(null, 1);
    if (now && search === this.search && now.total !== this.total) this.#begin();
  }

  /** Begins a search. The old games stay until the new ones are there. */
  #begin() {
    this.search += 1;
    this.#load(null).catch((error) => this.#fail(error));
  }

  #more() {
    const last = this.list.items.at(-1);
    if (this.isLoading || !last) return;
    this.#load(last.id).catch((error) => this.#fail(error));
  }

  /**
   * @param {number | null} before
   * @param {number} limit
   */
  #ask(before, limit) {
    return listGames(this.token, { filter: this.filter.value, before, limit });
  }

  /** Loads a part. @param {number | null} before the last game of the part before it */
  async #load(before) {
    const { search } = this;
    this.isLoading = true;
    try {
      const part = await this.#ask(before, PART);
      if (!part || search !== this.search) return;
      this.total = part.total;
      this.isLoading = false;
      say(this.state, part.total === 0 ? explorerTexts.noGame : recordTexts.gamesFound(part.total));
      if (before === null) this.list.show(part.games, part.total);
      // Games may have gone in the meantime.
      else
        this.list.extend(part.games, part.games.length > 0 ? part.total : this.list.items.length);
    } catch (error) {
      // Asks again when the list is next shown or other games are wanted, rather than at each scroll.
      if (search !== this.search) return;
      this.total = null;
      throw error;
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    fail(this.state, error);
  }
}
