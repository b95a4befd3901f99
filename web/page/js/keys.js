/** Keys that work anywhere on the page except in fields and on the board. */

/** @param {Record<string, () => void>} actions */
export function onKeys(actions) {
  addEventListener('keydown', (event) => {
    const { target } = event;
    const isField =
      target instanceof Element && target.closest('input, textarea, select, dialog, [role=grid]');
    if (isField || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!actions[event.key]) return;
    actions[event.key]();
    event.preventDefault();
  });
}
