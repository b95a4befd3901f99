/** A dialog that lists the page's keys and switches its letters off. */

import { showDialog } from './dialog.js';
import { el, iconButton, icons } from './dom.js';
import { LETTERS, lettersAct, onKeys } from './keys.js';
import { keep } from './settings.js';
import { texts } from './texts.js';
import { threatTexts } from './texts-learning.js';
import { puzzleTexts } from './texts-puzzles.js';

/** @param {string} words @param {import('./frame.js').View} view the only one in which the key acts */
const onlyIn = (words, view) => `${words} (${texts.tabs[view]})`;

/** The keys as they are labelled, and what they do. @type {[string, string][]} */
const KEYS = [
  ['←', texts.back],
  ['→', texts.forward],
  ['Home', texts.first],
  ['End', texts.last],
  ['f', texts.flip],
  ['t', texts.showThreats],
  ['x', onlyIn(threatTexts.show, 'analyse')],
  ['h', onlyIn(texts.hint, 'puzzles')],
  ['n', onlyIn(puzzleTexts.next, 'puzzles')],
  ['?', texts.keys.open],
  ['Tab', texts.keys.board],
  ['← ↑ → ↓', texts.keys.squares],
  ['Enter', texts.keys.pieces],
];

/** The button that opens the dialog. Phones have no keys, but letters must not stay off there for ever. */
export function keysButton() {
  const button = iconButton(icons.keys, texts.keys.open, () => show(mark), {
    'aria-haspopup': 'dialog',
  });
  const mark = () => button.classList.toggle('keys-button', lettersAct());
  onKeys({ '?': () => show(mark) });
  mark();
  return button;
}

/** @param {() => void} changed called when letters are switched on or off */
function show(changed) {
  const letters = el('input', { type: 'checkbox', role: 'switch', checked: lettersAct() });
  const rows = KEYS.map(([key, words]) =>
    el('tr', {}, el('th', { scope: 'row' }, el('kbd', {}, key)), el('td', {}, words)),
  );
  const mark = () => {
    for (const [at, [key]] of KEYS.entries()) {
      rows[at].classList.toggle('quiet', key.length === 1 && /[^←→]/.test(key) && !letters.checked);
    }
  };
  letters.addEventListener('change', () => {
    keep(LETTERS, letters.checked);
    mark();
    changed();
  });
  mark();
  showDialog([
    // It has the focus, so that a long list is read from its beginning.
    el('h2', { tabindex: -1, autofocus: true }, texts.keys.open),
    el('table', { class: 'keys' }, el('tbody', {}, ...rows)),
    el('label', { class: 'inline' }, letters, ` ${texts.keys.letters}`),
  ]);
}
