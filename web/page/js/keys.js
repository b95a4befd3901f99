/** Keys that work anywhere on the page except in fields. On the board, the keys of the square cursor come first. */

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
    const { target } = event;
    const isField = target instanceof Element && target.closest('input, textarea, select, dialog');
    if (isField || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!actions[event.key]) return;
    actions[event.key]();
    event.preventDefault();
  });
}
