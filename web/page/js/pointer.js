/** Pointer input other than clicks: the wheel steps through a game, and files can be dropped. */

/** Wheel travel per step, in pixels. Touchpads report many small turns. */
const STEP = 60;

/**
 * Steps through a game when the wheel turns over an element.
 * @param {Element} element
 * @param {() => boolean} mayStep
 * @param {(where: 'back' | 'forward') => void} step
 */
export function onWheel(element, mayStep, step) {
  let turned = 0;
  element.addEventListener(
    'wheel',
    (event) => {
      if (!(event instanceof WheelEvent) || event.ctrlKey || !mayStep()) return;
      event.preventDefault();
      turned = Math.sign(turned) === Math.sign(event.deltaY) ? turned + event.deltaY : event.deltaY;
      if (Math.abs(turned) < STEP) return;
      step(turned > 0 ? 'forward' : 'back');
      turned = 0;
    },
    { passive: false },
  );
}

/**
 * Accepts files dropped anywhere on the page.
 * @param {(file: File) => void} take
 */
export function onDrop(take) {
  document.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  document.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    take(file);
  });
}
