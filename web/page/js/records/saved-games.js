/** The list of saved games. */

import { button, el, fill, iconButton, icons } from '../dom.js';
import { forgetGame, keptGame, keptGames } from '../game/library.js';
import { recordTexts } from '../texts-records.js';

/** @typedef {import('../game/library.js').Entry} Entry */

export class SavedGames {
  /**
   * @param {{
   *   open: (id: string) => Promise<unknown>,
   *   save: (games: import('../game/keeper.js').KeptGame[]) => Promise<unknown>,
   *   fail: (error: unknown) => void,
   * }} actions
   */
  constructor(actions) {
    this.actions = actions;
    this.list = el('ul', { class: 'games' });
    this.none = el('p', { class: 'quiet' }, recordTexts.noSavedGames);
    this.search = el('input', {
      type: 'search',
      placeholder: recordTexts.searchGames,
      'aria-label': recordTexts.searchGames,
    });
    this.search.addEventListener('input', () => this.show());
    this.saveAll = button(recordTexts.saveAllGames, () =>
      actions.save(this.#found.flatMap(({ id }) => keptGame(id) ?? [])).catch(actions.fail),
    );
    this.element = el(
      'section',
      { class: 'panel saved-games', 'aria-label': recordTexts.savedGames },
      el('h2', {}, recordTexts.savedGames),
      this.none,
      this.search,
      this.list,
      el('div', { class: 'controls' }, this.saveAll),
    );
    addEventListener('storage', () => this.element.isConnected && this.show());
  }

  /** The games that match the search. */
  get #found() {
    const words = this.search.value.toLowerCase().split(' ');
    return keptGames().filter((entry) => {
      const text = recordTexts.savedGame(entry).join(' ').toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  show() {
    const found = this.#found;
    const isEmpty = keptGames().length === 0;
    this.none.hidden = !isEmpty;
    this.search.hidden = isEmpty;
    this.saveAll.hidden = found.length === 0;
    this.list.hidden = isEmpty;
    fill(this.list, ...found.map((entry) => this.#item(entry)));
  }

  /** @param {Entry} entry */
  #item(entry) {
    const [title, words] = recordTexts.savedGame(entry);
    const open = el(
      'button',
      {
        type: 'button',
        class: 'button link saved-game',
        onclick: () => this.actions.open(entry.id).catch(this.actions.fail),
      },
      el('span', { class: 'saved-title', lang: 'en' }, title),
      el('span', { class: 'quiet' }, words),
    );
    const remove = iconButton(icons.remove, `${recordTexts.deleteGame}: ${title}`, () => {
      forgetGame(entry.id);
      this.show();
    });
    return el('li', {}, open, remove);
  }
}
