/** A form of conditions on the games of a database. */

import { el, labelled, select } from '../dom.js';
import { explorerTexts as texts } from '../texts-explorer.js';
import { recordTexts } from '../texts-records.js';

/** @typedef {import('../connection/database.js').Filter} Filter */

/** How long to wait for more letters, in milliseconds. */
const PAUSE = 300;

/** @type {Filter} */
const none = {};

export class FilterForm {
  /** @param {() => void} changed */
  constructor(changed) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let waiting;
    const soon = () => {
      clearTimeout(waiting);
      waiting = setTimeout(changed, PAUSE);
    };
    const typed = (/** @type {string} */ type) => el('input', { type, oninput: soon });
    this.player = typed('search');
    this.event = typed('search');
    this.since = typed('date');
    this.rating = el('input', { type: 'number', min: 1, max: 10000, oninput: soon });
    const results = Object.entries(texts.outcomes);
    this.result = select([['', recordTexts.anyResult], ...results], '', changed);
    this.element = el(
      'div',
      { class: 'field-columns filter-form' },
      labelled(texts.player, this.player),
      labelled(recordTexts.result, this.result),
      labelled(texts.event, this.event),
      labelled(texts.since, this.since),
      labelled(texts.minRating, this.rating),
    );
  }

  /** The conditions. @returns {Filter} */
  get filter() {
    const filter = { ...none };
    if (this.player.value.trim()) filter.player = this.player.value.trim();
    if (this.event.value.trim()) filter.event = this.event.value.trim();
    if (this.result.value) filter.result = this.result.value;
    if (this.since.value) filter.since = this.since.value.replaceAll('-', '.');
    if (this.rating.value && this.rating.checkValidity()) {
      filter.min_rating = Math.round(this.rating.valueAsNumber);
    }
    return filter;
  }
}
