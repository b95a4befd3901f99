/** A modal question. */

import { button, el } from './dom.js';
import { texts } from './texts.js';

/**
 * Asks for confirmation. Escape means no.
 * @param {string} words
 * @param {string} yes the label of the button that agrees
 * @param {string} [no]
 * @returns {Promise<boolean>}
 */
export function confirmed(words, yes, no = texts.cancel) {
  return new Promise((resolve) => {
    const text = el('p', { id: 'dialog-words' }, words);
    const dialog = el('dialog', { class: 'dialog', 'aria-labelledby': text.id });
    dialog.append(
      text,
      el(
        'div',
        { class: 'controls' },
        button(yes, () => dialog.close('yes'), { class: 'button primary' }),
        button(no, () => dialog.close('')),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
    (document.querySelector('main') ?? document.body).append(dialog);
    dialog.showModal();
  });
}
