/** Leads from a game of the match back to the match. */

import { el } from '../dom.js';
import { texts } from '../texts.js';

export class MatchNotice {
  /**
   * @param {import('../game/desk.js').Desk} desk
   * @param {import('./follower.js').Follower} follower
   */
  constructor(desk, follower) {
    this.desk = desk;
    this.follower = follower;
    /** @type {import('../frame.js').View} */
    this.view = 'watch';
    this.element = el(
      'p',
      { class: 'match-notice', hidden: true },
      el('span', {}, texts.gameOfMatch),
      el('a', { href: '#watch' }, texts.backToMatch),
    );
    desk.addEventListener('ruleset', () => this.show(this.view));
    follower.changed = () => this.show(this.view);
  }

  /** @param {import('../frame.js').View} view the room that is shown */
  show(view) {
    this.view = view;
    const { opened } = this.follower;
    this.element.hidden = view === 'watch' || !opened || opened !== this.desk.tree;
  }
}
