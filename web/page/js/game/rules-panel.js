/** The view of the rules, in the program's words. */

import { button, el, fill, labelled } from '../dom.js';
import { needing } from '../needs.js';
import { lessonTexts } from '../texts-learning.js';
import { texts } from '../texts.js';
import { offerOwn, rulesetList } from './ruleset-list.js';

/** @typedef {import('../connection/rules.js').Ruleset} Ruleset */

export class RulesPanel {
  /**
   * @param {{ choose: (variant: string) => Promise<void>, play: () => unknown, change: () => void }} actions
   * called when another game is chosen, when it is to be played, and when its rules are to be changed
   */
  constructor({ choose, play, change }) {
    this.choose = choose;
    this.list = el('select', {});
    this.field = el('div', {});
    this.body = el('div', { class: 'rules-body' });
    this.title = el('h2', { lang: 'en' });
    this.play = needing(button(lessonTexts.play, () => void play(), { class: 'button primary' }));
    this.choice = el(
      'section',
      { class: 'panel wide', 'aria-label': lessonTexts.whichRules },
      this.field,
      el('div', { class: 'controls' }, this.play, needing(button(lessonTexts.change, change))),
    );
    this.element = el(
      'section',
      { class: 'panel rules', 'aria-label': texts.rules },
      this.title,
      this.body,
    );
  }

  /**
   * Offers the rules of these games.
   * @param {import('../connection/rules.js').RulesetName[]} rulesets
   */
  offer(rulesets) {
    this.list = needing(rulesetList(rulesets, ''));
    this.list.addEventListener('change', () => this.choose(this.list.value));
    fill(this.field, labelled(lessonTexts.rulesOf, this.list));
  }

  /** @param {Ruleset} ruleset */
  show(ruleset) {
    this.title.textContent = ruleset.title;
    // A new game cannot be set up with changed rules.
    this.play.hidden = ruleset.alternates.length > 0;
    offerOwn(this.list, ruleset.variant);
    this.list.value = ruleset.alternates.length === 0 ? ruleset.variant : '';
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
      ruleset.source && el('p', { class: 'quiet' }, lessonTexts.source(ruleset.source));
    fill(this.body, ...told, source);
  }
}
