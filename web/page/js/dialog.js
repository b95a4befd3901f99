/** Modal dialogs. */

import { button, el } from './dom.js';
import { texts } from './texts.js';

/**
 * Asks for confirmation. Escape means no, and so does `signal`, which takes the question back.
 * @param {string} words
 * @param {string} yes the label of the button that agrees
 * @param {string} [no]
 * @param {AbortSignal} [signal]
 * @returns {Promise<boolean>}
 */
export function confirmed(words, yes, no = texts.cancel, signal) {
  return new Promise((resolve) => {
    const text = el('p', { id: 'dialog-words' }, words);
    const dialog = el('dialog', { class: 'dialog', 'aria-labelledby': text.id });
    // At once, and not with the event `close`, which comes later: by then the same question may have been
    // asked again.
    const answer = (/** @type {boolean} */ isYes) => {
      resolve(isYes);
      dialog.close();
    };
    dialog.append(
      text,
      el(
        'div',
        { class: 'controls' },
        button(yes, () => answer(true), { class: 'button primary' }),
        button(no, () => answer(false)),
      ),
    );
    // Escape.
    dialog.addEventListener('cancel', () => answer(false));
    dialog.addEventListener('close', () => dialog.remove());
    signal?.addEventListener('abort', () => answer(false));
    (document.querySelector('main') ?? document.body).append(dialog);
    dialog.showModal();
  });
}

/**
 * Shows something until it is closed.
 * @param {import('./dom.js').Child[]} content
 */
export function showDialog(content) {
  const dialog = el('dialog', { class: 'dialog', 'aria-label': texts.title }, ...content);
  const close = button(texts.close, () => dialog.close(), { class: 'button primary' });
  dialog.append(el('div', { class: 'controls' }, close));
  dialog.addEventListener('close', () => dialog.remove());
  (document.querySelector('main') ?? document.body).append(dialog);
  dialog.showModal();
}
