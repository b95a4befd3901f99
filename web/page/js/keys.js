/** Keys that work anywhere on the page except in fields. On the board, the keys of the square cursor come first. */

import { recall } from './settings.js';

/** The name of the setting that makes letters act. Voice control may type them by mistake (WCAG 2.1.4). */
export const LETTERS = 'letters';

/** Whether single characters act, as other keys always do. */
export const lettersAct = () => recall(LETTERS, true);

/** The keys that do something. @type {Set<string>} */
const taken = new Set();

/** @param {Record<string, () => void>} actions */
export function onKeys(actions) {
  for (const key of Object.keys(actions)) {
    // Both would act.
    if (taken.has(key)) throw new Error(`two actions for the key ${key}`);
    taken.add(key);
  }
  addEventListener('keydown', (event) => {
    const { target, key } = event;
    const isField = target instanceof Element && target.closest('input, textarea, select, dialog');
    if (isField || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!actions[key] || (key.length === 1 && !lettersAct())) return;
    actions[key]();
    event.preventDefault();
  });
}
