/** A form of conditions on the games of the database. */

import { button, el, fill, labelled, select } from '../dom.js';
import { rulesetList } from '../game/ruleset-list.js';
import { explorerTexts as words } from '../texts-explorer.js';
import { recordTexts } from '../texts-records.js';
import { texts } from '../texts.js';

/**
 * @typedef {import('../connection/games.js').Filter} Filter
 * @typedef {import('../connection/rules.js').RulesetName} RulesetName
 * @typedef {keyof Filter} Name
 */

/** How long to wait for the next letter before a condition counts, in milliseconds. */
const PATIENCE = 250;

/** The highest rating that can be asked for. */
const MAX_RATING = 9999;

/** A field for text. @param {'search' | 'text'} type @param {string} [placeholder] */
const text = (type, placeholder) =>
  el('input', { type, placeholder, autocomplete: 'off', spellcheck: 'false', maxlength: 100 });

/** The results by which games can be chosen. */
function resultList() {
  const { attackers, defenders, draw, '*': unfinished } = recordTexts.results;
  return select(
    [['', recordTexts.anyResult], ...Object.entries({ attackers, defenders, draw, unfinished })],
    '',
  );
}

/** The fields with their labels, and hints for some. */
const FIELDS = {
  player: () => ({ label: words.player, control: text('search') }),
  event: () => ({ label: words.event, control: text('search') }),
  since: () => ({ label: words.since, control: text('text', '2026.11.21'), hint: words.sinceHelp }),
  variant: () => ({
    label: texts.ruleset,
    control: select([['', recordTexts.allGames]], ''),
  }),
  result: () => ({ label: recordTexts.result, control: resultList() }),
  min_rating: () => ({
    label: words.rating,
    control: el('input', { type: 'number', min: 0, max: MAX_RATING, step: 50 }),
  }),
};

/** Sends the event `changed` when other games are chosen. */
export class GameFilter extends EventTarget {
  /** @param {Name[]} names the conditions to offer */
  constructor(names) {
    super();
    /** @type {Map<Name, HTMLInputElement | HTMLSelectElement>} */
    this.controls = new Map();
    const fields = names.map((name) => {
      const { label, control, hint } = { hint: undefined, ...FIELDS[name]() };
      this.controls.set(name, control);
      control.addEventListener('input', () => this.#wait());
      return labelled(label, control, { hint });
    });
    this.clearButton = button(words.clear, () => this.clear());
    this.element = el('div', { class: 'game-filter' }, ...fields, this.clearButton);
    this.last = this.#written;
    this.clearButton.hidden = true;
  }

  /** The conditions that are given. @returns {Filter} */
  get value() {
    /** @type {[Name, string | number][]} */
    const given = [];
    for (const [name, { value }] of this.controls) {
      const known = value.trim();
      if (known && name === 'min_rating') {
        const rating = Math.round(Number(known));
        if (rating > 0) given.push([name, Math.min(rating, MAX_RATING)]);
      } else if (known) given.push([name, known]);
    }
    return Object.fromEntries(given);
  }

  /** The number of conditions that are given. */
  get count() {
    return Object.keys(this.value).length;
  }

  /** Offers rulesets to choose from. @param {RulesetName[]} rulesets */
  offer(rulesets) {
    const list = this.controls.get('variant');
    if (!list || list.children.length > 1) return;
    const all = el('option', { value: '' }, recordTexts.allGames);
    fill(list, all, ...rulesetList(rulesets, '').children);
    list.value = '';
  }

  clear() {
    for (const control of this.controls.values()) control.value = '';
    this.#tell();
    // The button that had the focus vanishes.
    this.controls.values().next().value?.focus();
  }

  get #written() {
    return JSON.stringify(this.value);
  }

  #wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#tell(), PATIENCE);
  }

  #tell() {
    clearTimeout(this.timer);
    this.clearButton.hidden = this.count === 0;
    if (this.#written === this.last) return;
    this.last = this.#written;
    this.dispatchEvent(new Event('changed'));
  }
}
