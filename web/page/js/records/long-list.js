/** A list that may be very long: only its visible rows are in the page. Used with the keyboard as a list box. */

import { el, sideBySide } from '../dom.js';

/** Rows above and below the visible ones that are drawn too. */
const MARGIN = 6;

/** More rows are asked for when fewer than this are left below the visible ones. */
const RESERVE = 60;

/** The lists made so far. */
let lists = 0;

/** @template T */
export class LongList {
  /**
   * @param {string} label
   * @param {{
   *   draw: (item: T) => import('../dom.js').Child[],
   *   open: (item: T) => void,
   *   more: () => void,
   * }} actions the contents of a row; what a click does; asks for more rows
   */
  constructor(label, actions) {
    this.actions = actions;
    /** @type {T[]} */
    this.items = [];
    this.total = 0;
    /** The row that the keyboard has chosen, −1 for none. */
    this.active = -1;
    /** Whether the keyboard goes to the end, which may not be loaded yet. */
    this.goesToEnd = false;
    /** Where the list was scrolled to, which it forgets while it is out of the page. */
    this.place = 0;
    /** The drawn rows by their numbers. @type {Map<number, HTMLElement>} */
    this.rows = new Map();
    lists += 1;
    this.id = `long-list-${lists}`;
    this.inner = el('div', { class: 'long-list-rows', role: 'presentation' });
    this.element = el(
      'div',
      { class: 'long-list', role: 'listbox', tabindex: 0, 'aria-label': label },
      this.inner,
    );
    this.element.addEventListener('scroll', () => {
      // The event may come when the list is no longer in the page, where it is scrolled to its start.
      if (this.#rowHeight === 0) return;
      this.place = this.element.scrollTop;
      this.#draw();
    });
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.element.addEventListener('focus', () => {
      // A pointer chooses by its click, and must not have the row scrolled away from under it.
      if (!this.element.matches(':focus-visible')) return;
      if (this.active < 0 && this.items.length > 0) this.#choose(this.#firstVisible);
    });
    for (const event of ['wheel', 'pointerdown', 'blur']) {
      this.element.addEventListener(event, () => (this.goesToEnd = false), { passive: true });
    }
    new ResizeObserver(() => this.#draw()).observe(this.element);
  }

  /**
   * Shows other items from the first one on.
   * @param {T[]} items those loaded so far
   * @param {number} total
   */
  show(items, total) {
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    this.active = -1;
    this.goesToEnd = false;
    this.element.removeAttribute('aria-activedescendant');
    this.place = 0;
    this.items = [];
    this.extend(items, total);
    this.restore();
  }

  /**
   * Adds items at the end.
   * @param {T[]} items
   * @param {number} total
   */
  extend(items, total) {
    this.items = [...this.items, ...items];
    this.total = total;
    this.element.hidden = this.items.length === 0;
    this.inner.style.setProperty('--rows', String(this.items.length));
    for (const row of this.rows.values()) row.setAttribute('aria-setsize', String(total));
    this.#draw();
    // Each part that arrives is followed to its end, which asks for the next.
    if (this.goesToEnd) this.#choose(this.items.length - 1);
  }

  /** Scrolls back to where the list was before it was taken out of the page. */
  restore() {
    this.element.scrollTop = this.place;
    this.#draw();
  }

  get #rowHeight() {
    return this.inner.clientHeight / Math.max(this.items.length, 1);
  }

  get #firstVisible() {
    return Math.ceil(this.element.scrollTop / (this.#rowHeight || 1));
  }

  #draw() {
    const height = this.#rowHeight;
    // The list is not in the page.
    if (height === 0) return;
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(Math.floor(scrollTop / height) - MARGIN, 0);
    const end = Math.min(
      Math.ceil((scrollTop + clientHeight) / height) + MARGIN,
      this.items.length,
    );
    for (const [index, row] of this.rows) {
      if ((index >= first && index < end) || index === this.active) continue;
      row.remove();
      this.rows.delete(index);
    }
    for (let index = first; index < end; index += 1) {
      if (!this.rows.has(index)) this.#add(index);
    }
    if (end > this.items.length - RESERVE && this.items.length < this.total) this.actions.more();
  }

  /** @param {number} index */
  #add(index) {
    const item = this.items[index];
    const row = el(
      'div',
      {
        class: 'long-list-row',
        role: 'option',
        id: `${this.id}-${index}`,
        'aria-selected': 'false',
        'aria-posinset': index + 1,
        'aria-setsize': this.total,
        onclick: () => {
          this.#choose(index);
          this.actions.open(item);
        },
      },
      ...this.actions.draw(item),
    );
    row.style.setProperty('--row', String(index));
    this.rows.set(index, row);
    // In order, for screen readers that read on.
    const next = [...this.rows.keys()].filter((other) => other > index);
    const after = next.length > 0 ? (this.rows.get(Math.min(...next)) ?? null) : null;
    this.inner.insertBefore(row, after);
  }

  /** Makes a row the chosen one, and scrolls to it. @param {number} index */
  #choose(index) {
    this.rows.get(this.active)?.setAttribute('aria-selected', 'false');
    this.active = Math.max(0, Math.min(index, this.items.length - 1));
    const height = this.#rowHeight;
    const [top, bottom] = [this.active * height, (this.active + 1) * height];
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (bottom > scrollTop + clientHeight) this.element.scrollTop = bottom - clientHeight;
    this.#draw();
    const row = this.rows.get(this.active);
    if (!row) return;
    row.setAttribute('aria-selected', 'true');
    this.element.setAttribute('aria-activedescendant', row.id);
    // The list itself may be partly out of sight.
    row.scrollIntoView({ block: 'nearest' });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || this.items.length === 0) return;
    const page = Math.max(Math.floor(this.element.clientHeight / this.#rowHeight) - 1, 1);
    /** @type {Record<string, number>} */
    const targets = {
      ArrowDown: this.active + 1,
      ArrowUp: this.active - 1,
      PageDown: this.active + page,
      PageUp: this.active - page,
      Home: 0,
      End: this.items.length - 1,
    };
    this.goesToEnd = event.key === 'End';
    if (event.key in targets) this.#choose(targets[event.key]);
    else if (event.key === 'Enter' || event.key === ' ') {
      if (this.active >= 0) this.actions.open(this.items[this.active]);
    } else return;
    event.preventDefault();
    // The same keys step through the game on the board.
    event.stopPropagation();
  }
}

/**
 * The contents of a row with two lines.
 * @param {{ players: string[], details: string }} game
 */
export const twoLines = ({ players, details }) => [
  el('span', { class: 'row-title' }, ...sideBySide(players)),
  el('span', { class: 'quiet', title: details }, details),
];
