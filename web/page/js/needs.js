/** Controls that can do nothing without the program. Once it is lost, they are disabled until the page is loaded again. */

/** @typedef {HTMLButtonElement | HTMLInputElement | HTMLSelectElement} Control */

const MARK = 'data-needs-program';

/** Whether the program is lost. */
let isLost = false;

/**
 * Marks a control that needs the program.
 * @template {Control} C
 * @param {C} control
 * @returns {C}
 */
export function needing(control) {
  control.toggleAttribute(MARK, true);
  if (isLost) control.disabled = true;
  return control;
}

/**
 * Enables or disables a control that needs the program. Without the program it stays disabled.
 * @param {Control} control
 * @param {boolean} isEnabled
 */
export function enable(control, isEnabled) {
  control.disabled = isLost || !isEnabled;
}

/** Once the program is lost, disables the marked controls in a part of the page. @param {Element} area */
export function disableLost(area) {
  if (!isLost) return;
  for (const control of area.querySelectorAll(`[${MARK}]`)) {
    /** @type {Control} */ (control).disabled = true;
  }
}

/** Notes that the program is lost. */
export function noteLoss() {
  isLost = true;
  disableLost(document.body);
}
