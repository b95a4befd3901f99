/** Whether the keys move the square cursor of a board: only while it has its focus by the keyboard. */

/** The class of a board with an active cursor, which is outlined. */
const ACTIVE = 'by-keys';

export class SquareCursor {
  /**
   * @param {SVGElement} root of the board
   * @param {HTMLElement} box around it: browsers let an SVG that listens for the focus have it, too
   */
  constructor(root, box) {
    this.root = root;
    this.pointing = false;
    /** Whether a square lost the focus only because the whole window did. */
    let isAway = false;
    box.addEventListener('focusin', () => {
      // A window that gets the focus back returns it to the same square.
      if (!isAway) root.classList.toggle(ACTIVE, !this.pointing);
      isAway = false;
    });
    box.addEventListener('focusout', ({ target }) => {
      isAway = document.activeElement === target;
    });
  }

  get isActive() {
    return this.root.classList.contains(ACTIVE);
  }

  /**
   * Gives the focus to a square because of the pointer.
   * @param {SVGElement | undefined} cell
   */
  point(cell) {
    this.pointing = true;
    this.root.classList.remove(ACTIVE);
    cell?.focus({ preventScroll: true });
    this.pointing = false;
  }
}
