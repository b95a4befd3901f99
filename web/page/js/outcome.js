/** How an outcome is told in a line. */

import { texts } from './texts.js';

/**
 * @param {Element} where
 * @param {string} words
 */
export function say(where, words) {
  where.textContent = words;
  where.classList.remove('error');
}

/** Clears an error, but no other words. @param {Element} where */
export function forgetError(where) {
  if (where.classList.contains('error')) say(where, '');
}

/**
 * @param {Element} where
 * @param {unknown} error
 */
export function fail(where, error) {
  say(where, texts.failed(error instanceof Error ? error.message : String(error)));
  where.classList.add('error');
}
