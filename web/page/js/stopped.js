/** The page when it cannot start: nothing but the reason, and what to do. */

import { el, fill } from './dom.js';
import { texts } from './texts.js';

/** @param {string} words */
export function showStopped(words) {
  const picture = el('img', { src: 'icon.svg', alt: '', width: 48, height: 48 });
  fill(
    document.body,
    el(
      'main',
      { class: 'stopped' },
      picture,
      el('h1', {}, texts.title),
      el('p', { role: 'alert' }, words),
    ),
  );
}
