/** The view of the rules, in the engine's words. */

import { el, fill } from '../dom.js';
import { texts } from '../texts.js';

/** @typedef {import('../connection/rules.js').Ruleset} Ruleset */

export class RulesPanel {
  constructor() {
    this.body = el('div', { class: 'rules-body' });
    this.title = el('h2', {});
    this.element = el(
      'section',
      { class: 'panel rules wide', 'aria-label': texts.rules },
      this.title,
      this.body,
    );
  }

  /** @param {Ruleset} ruleset */
  show(ruleset) {
    this.title.textContent = ruleset.title;
    /** @type {Map<string, string[]>} */
    const parts = new Map();
    for (const [heading, sentence] of ruleset.told) {
      parts.set(heading, [...(parts.get(heading) ?? []), sentence]);
    }
    const told = [...parts].flatMap(([heading, sentences]) => [
      el('h3', {}, heading),
      el('ul', {}, ...sentences.map((sentence) => el('li', {}, sentence))),
    ]);
    const source =
      ruleset.source && el('p', { class: 'quiet' }, `${texts.source}: ${ruleset.source}`);
    fill(this.body, ...told, source);
  }
}
