/** The bar below the new-game form: Start, and the reason why a game cannot start. */

import { button, el } from '../dom.js';
import { needing } from '../needs.js';
import { texts } from '../texts.js';

/** The reason why a field does not pass. @param {HTMLInputElement} input */
function reasonOf(input) {
  const field = input.labels?.[0]?.textContent ?? '';
  if (input.type !== 'number') return texts.isEmpty(field);
  return texts.outOfRange(field, Number(input.min), Number(input.max), Number(input.step));
}

/**
 * The bar stays in view. The browser's own bubbles would cover it, and point at nothing where their field is out of sight.
 * @returns {{ element: HTMLElement, complain: (form: HTMLFormElement) => void, forgive: () => void,
 *   summarize: (words: string) => void }}
 */
export function startBar() {
  const hint = el('span', { class: 'quiet start-hint' }, texts.startHint);
  // Where a window is too low for the fields.
  const summary = el('span', { class: 'quiet start-summary' });
  const error = el('span', { class: 'error', role: 'alert' });
  const say = (/** @type {string} */ words) => {
    error.textContent = words;
    for (const other of [hint, summary]) other.hidden = words !== '';
  };
  const element = el(
    'div',
    { class: 'start' },
    needing(button(texts.start, () => {}, { type: 'submit', class: 'button primary' })),
    hint,
    summary,
    error,
  );
  /** Goes to the first field that does not pass, and tells why. @param {HTMLFormElement} form */
  const complain = (form) => {
    const input = form.querySelector('input:invalid');
    if (!(input instanceof HTMLInputElement)) return;
    input.focus();
    say(reasonOf(input));
  };
  return {
    element,
    complain,
    forgive: () => say(''),
    summarize: (/** @type {string} */ words) => {
      summary.textContent = words;
    },
  };
}
