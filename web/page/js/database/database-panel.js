/** The games of the program's database, to search and to open. */

import { listGames, readGame } from '../connection/database.js';
import { el, fill, labelled } from '../dom.js';
import { explorerTexts } from '../texts-explorer.js';
import { recordTexts } from '../texts-records.js';
import { texts } from '../texts.js';
import { FilterForm } from './filter-form.js';
import { GameList } from './game-list.js';
import { gameButton } from './game-button.js';

/**
 * @typedef {import('../connection/database.js').ListedGame} ListedGame
 * @typedef {import('../connection/games.js').RecordedGame} RecordedGame
 * @typedef {import('../connection/rules.js').RulesetName} RulesetName
 */

export class DatabasePanel {
  /**
   * @param {string} token
   * @param {() => RulesetName[]} rulesets
   * @param {(game: RecordedGame) => Promise<unknown>} open
   * @param {(error: unknown) => void} failed
   */
  constructor(token, rulesets, open, failed) {
    this.token = token;
    this.rulesets = rulesets;
    this.failed = failed;
    const begin = () => this.#begin().catch(failed);
    this.form = new FilterForm(begin);
    this.ruleset = el('select', { onchange: begin });
    this.form.element.append(labelled(texts.ruleset, this.ruleset));
    this.found = el('p', { class: 'facts', role: 'status' });
    const opened = async (/** @type {ListedGame} */ { id }) => {
      const game = await readGame(token, id);
      if (game) await open(game);
    };
    const row = (/** @type {ListedGame} */ game) =>
      gameButton(game, this.#titleOf(game), () => opened(game).catch(failed));
    this.list = new GameList(
      (before, limit) => listGames(token, this.#filter, before, limit),
      row,
      failed,
    );
    this.element = el(
      'section',
      { class: 'panel database', 'aria-label': explorerTexts.database, hidden: true },
      el('h2', {}, explorerTexts.database),
      this.form.element,
      this.found,
      this.list.element,
    );
  }

  get #filter() {
    const { filter } = this.form;
    return this.ruleset.value ? { ...filter, variant: this.ruleset.value } : filter;
  }

  /** @param {ListedGame} game */
  #titleOf({ variant }) {
    return this.rulesets().find(({ name }) => name === variant)?.title ?? variant;
  }

  /** Shows the games as they are now, if a database is open. */
  show() {
    if (this.ruleset.options.length === 0) {
      fill(
        this.ruleset,
        el('option', { value: '' }, recordTexts.allGames),
        ...this.rulesets().map(({ name, title }) =>
          el('option', { value: name, lang: 'en' }, title),
        ),
      );
    }
    this.#begin().catch(this.failed);
  }

  async #begin() {
    const total = await this.list.begin();
    if (total === null) return;
    const wasHidden = this.element.hidden;
    this.element.hidden = false;
    this.found.textContent = explorerTexts.found(total);
    // The rows in sight are known only now.
    if (wasHidden) this.list.update();
  }
}
