/** The rules of the game, told beside the board in the engine's sentences. */

import { el, fill } from '../dom.js';
import { texts } from '../texts.js';

/** @typedef {import('../connection/rules.js').Ruleset} Ruleset */

export class RulesPanel {
  constructor() {
    this.body = el('div', {
      class: 'rules-body',
      role: 'region',
      'aria-label': texts.rules,
      tabindex: 0,
    });
    this.title = el('p', { class: 'rules-title' });
    this.details = el(
      'details',
      { class: 'panel rules', open: true },
      el('summary', {}, el('h2', {}, texts.rules)),
      this.title,
      this.body,
    );
    this.element = this.details;
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
