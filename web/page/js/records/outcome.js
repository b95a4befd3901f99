/** How the outcome of opening or saving is told. */

import { texts } from '../texts.js';

/**
 * @param {Element} where
 * @param {string} words
 */
export function say(where, words) {
  where.textContent = words;
  where.classList.remove('error');
}

/**
 * @param {Element} where
 * @param {unknown} error
 */
export function fail(where, error) {
  say(where, texts.failed(error instanceof Error ? error.message : String(error)));
  where.classList.add('error');
}
