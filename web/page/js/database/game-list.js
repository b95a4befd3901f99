/** The games of a database as a long list, of which only the rows in sight exist. */

import { el, fill } from '../dom.js';

/**
 * @typedef {import('../connection/database.js').ListedGame} ListedGame
 * @typedef {{ total: number, games: ListedGame[] }} Part
 */

/** The height of a row in CSS pixels; `explorer.css` has it too. */
const ROW = 52;

/** The rows beyond those in sight, above and below. */
const MARGIN = 10;

/** The games that are loaded at once. */
const PART = 100;

export class GameList {
  /**
   * @param {(before: number | null, limit: number) => Promise<Part | null>} load
   * @param {(game: ListedGame) => Element} row the contents of a row
   * @param {(error: unknown) => void} failed
   */
  constructor(load, row, failed) {
    this.load = load;
    this.row = row;
    this.failed = failed;
    /** @type {ListedGame[]} */
    this.games = [];
    this.total = 0;
    /** The rows that exist, by their place. @type {Map<number, HTMLElement>} */
    this.rows = new Map();
    /** Counts the lists, so that parts of an earlier one are dropped. */
    this.version = 0;
    this.loading = false;
    this.list = el('ul', { class: 'database-rows' });
    this.element = el('div', { class: 'database-list', onscroll: () => this.update() }, this.list);
  }

  /**
   * Begins the list anew.
   * @returns {Promise<number | null>} the number of games; null without a database, or if it was
   *   begun anew meanwhile
   */
  async begin() {
    const version = ++this.version;
    const part = await this.load(null, PART);
    if (!part || version !== this.version) return null;
    this.games = part.games;
    this.total = part.total;
    this.loading = false;
    this.rows.clear();
    fill(this.list);
    this.element.scrollTop = 0;
    this.element.hidden = part.total === 0;
    this.update();
    return part.total;
  }

  async #more() {
    if (this.loading || this.games.length >= this.total) return;
    this.loading = true;
    const { version } = this;
    const part = await this.load(this.games[this.games.length - 1].id, PART);
    if (!part || version !== this.version) return;
    this.loading = false;
    this.games.push(...part.games);
    // Fewer than before if games were deleted meanwhile.
    if (part.games.length < PART) this.total = this.games.length;
    this.update();
  }

  /** Makes the rows in sight, and removes the others. */
  update() {
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(Math.floor(scrollTop / ROW) - MARGIN, 0);
    const end = Math.min(Math.ceil((scrollTop + clientHeight) / ROW) + MARGIN, this.games.length);
    this.list.style.height = `${this.games.length * ROW}px`;
    for (const [place, row] of this.rows) {
      if ((place >= first && place < end) || row.contains(document.activeElement)) continue;
      row.remove();
      this.rows.delete(place);
    }
    for (let place = first; place < end; place += 1) {
      if (!this.rows.has(place)) this.#add(place);
    }
    if (end + MARGIN >= this.games.length) this.#more().catch(this.failed);
  }

  /** @param {number} place */
  #add(place) {
    const row = el(
      'li',
      { 'aria-setsize': this.total, 'aria-posinset': place + 1 },
      this.row(this.games[place]),
    );
    row.style.top = `${place * ROW}px`;
    this.rows.set(place, row);
    // In their order, for the keyboard and for screen readers.
    const after = [...this.list.children].find(
      (other) => Number(other.getAttribute('aria-posinset')) > place + 1,
    );
    this.list.insertBefore(row, after ?? null);
  }
}
