/** The list of saved games. */

import { button, el, fill, iconButton, icons, labelled, select, sideBySide } from '../dom.js';
import {
  forgetGame,
  gamesLast,
  keepGame,
  keptGame,
  keptGames,
  onGamesChanged,
} from '../game/library.js';
import { needing } from '../needs.js';
import { recordTexts } from '../texts-records.js';
import { texts } from '../texts.js';

/** @typedef {import('../game/library.js').Entry} Entry */

export class SavedGames {
  /**
   * @param {{
   *   open: (id: string) => Promise<unknown>,
   *   deleted: (id: string) => void,
   *   save: (games: import('../game/keeper.js').KeptGame[]) => Promise<unknown>,
   *   fail: (error: unknown) => void,
   * }} actions
   */
  constructor(actions) {
    this.actions = actions;
    /** The saved games when the list was last shown. @type {Entry[]} */
    this.entries = [];
    this.list = el('ul', { class: 'games' });
    /** The games deleted since the page was loaded. @type {{ entry: Entry, game: import('../game/keeper.js').KeptGame }[]} */
    this.deleted = [];
    this.restore = button(texts.restore, () => this.#restore().catch(actions.fail));
    this.none = el('p', { class: 'quiet' }, recordTexts.noSavedGames);
    this.fault = el('p', { class: 'error', hidden: true });
    this.search = el('input', {
      type: 'search',
      placeholder: recordTexts.searchGames,
      'aria-label': recordTexts.searchGames,
    });
    this.search.addEventListener('input', () => this.#draw());
    this.ruleset = select([['', recordTexts.allGames]], '', () => this.#draw());
    const results = Object.entries(recordTexts.results);
    this.result = select([['', recordTexts.anyResult], ...results], '', () => this.#draw());
    this.filters = el(
      'div',
      { class: 'saved-filters' },
      this.search,
      el(
        'div',
        { class: 'field-columns' },
        labelled(texts.ruleset, this.ruleset),
        labelled(recordTexts.result, this.result),
      ),
    );
    this.nothing = el('p', { class: 'quiet' }, recordTexts.noGameFound);
    this.saveAll = needing(
      button(recordTexts.saveAllGames, () => this.#save().catch(actions.fail)),
    );
    this.element = el(
      'section',
      { class: 'panel saved-games', 'aria-label': recordTexts.savedGames },
      el('h2', {}, recordTexts.savedGames),
      this.fault,
      this.none,
      this.filters,
      this.nothing,
      // Above the list, which may be long and which changes while games are played.
      el('div', { class: 'controls' }, this.saveAll, this.restore),
      this.list,
    );
    onGamesChanged(() => this.element.isConnected && this.show());
  }

  /** The games that pass the filters. */
  get #found() {
    const words = this.search.value.toLowerCase().split(' ');
    return this.entries.filter((entry) => {
      if (this.ruleset.value && entry.title !== this.ruleset.value) return false;
      if (this.result.value && recordTexts.endOf(entry) !== this.result.value) return false;
      const { title, players, details } = recordTexts.savedGame(entry);
      const text = [title, players.join(' – '), details].join(' ').toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  /** Shows the games as they are now. */
  show() {
    this.#load().catch(this.actions.fail);
  }

  async #load() {
    const isSafe = await gamesLast();
    this.fault.hidden = isSafe;
    this.fault.textContent = isSafe ? '' : texts.failed(recordTexts.notSaved);
    this.entries = await keptGames();
    const titles = [...new Set(this.entries.map(({ title }) => title))].sort();
    const chosen = titles.includes(this.ruleset.value) ? this.ruleset.value : '';
    fill(
      this.ruleset,
      el('option', { value: '' }, recordTexts.allGames),
      ...titles.map((title) => el('option', { value: title, lang: 'en' }, title)),
    );
    this.ruleset.value = chosen;
    this.#draw();
  }

  #draw() {
    const found = this.#found;
    const isEmpty = this.entries.length === 0;
    this.none.hidden = !isEmpty;
    this.filters.hidden = isEmpty;
    this.nothing.hidden = isEmpty || found.length > 0;
    this.saveAll.hidden = found.length === 0;
    this.list.hidden = found.length === 0;
    this.restore.hidden = this.deleted.length === 0;
    fill(this.list, ...found.map((entry) => this.#item(entry)));
  }

  /** @param {Entry} entry */
  async #delete(entry) {
    const game = await keptGame(entry.id);
    this.actions.deleted(entry.id);
    await forgetGame(entry.id);
    // An unreadable game cannot come back.
    if (game) this.deleted.push({ entry, game });
    // The button that had the focus is gone.
    this.restore.hidden = this.deleted.length === 0;
    this.restore.focus();
  }

  /** Brings back the game that was deleted last. */
  async #restore() {
    const last = this.deleted.pop();
    if (last) await keepGame(last.entry, last.game);
  }

  async #save() {
    const games = await Promise.all(this.#found.map(({ id }) => keptGame(id)));
    await this.actions.save(games.flatMap((game) => game ?? []));
  }

  /** @param {Entry} entry */
  #item(entry) {
    const { title, players, details } = recordTexts.savedGame(entry);
    const open = el(
      'button',
      {
        type: 'button',
        class: 'button link saved-game',
        onclick: () => this.actions.open(entry.id).catch(this.actions.fail),
      },
      el('span', { class: 'saved-title', lang: 'en' }, title),
      el(
        'span',
        { class: 'quiet' },
        ...sideBySide(players),
        `${players.length > 0 ? ' · ' : ''}${details}`,
      ),
    );
    const remove = iconButton(icons.remove, `${recordTexts.deleteGame}: ${title}`, () =>
      this.#delete(entry).catch(this.actions.fail),
    );
    return el('li', {}, needing(open), remove);
  }
}
