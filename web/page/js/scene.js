/** What the board shows in each room, and what is said about it. */

import { texts } from './texts.js';

export class Scene {
  /** @param {import('./page.js').Page} page */
  constructor(page) {
    this.page = page;
  }

  /** Whether the board shows an exercise or the start of a game whose rules are being read. */
  get #rulesHaveBoard() {
    return this.page.view === 'rules' && this.page.rulesRoom.hasBoard;
  }

  /** Shows the rules of the game in their room. */
  showRules() {
    const { rulesRoom, view } = this.page;
    rulesRoom.show(view === 'rules');
  }

  /** @param {boolean} animate */
  draw(animate) {
    const { board, designRoom, frame, puzzles, rulesRoom, stage, view } = this.page;
    document.body.toggleAttribute('data-other-board', this.#rulesHaveBoard);
    if (view === 'puzzles') puzzles.drawOn(board, frame.live, stage.showsThreats, animate);
    else if (view === 'design') designRoom.draw();
    else if (this.#rulesHaveBoard) rulesRoom.drawOn(board, animate);
    else stage.draw(view, animate);
  }

  /** Reads the last move out to players who do not see the board. */
  announce() {
    const { desk, frame } = this.page;
    const mover = desk.node?.parent?.position.side;
    if (desk.node?.move && mover) frame.live.textContent = texts.said(mover, desk.node.move.text);
  }

  toggleThreats() {
    const { frame, stage } = this.page;
    stage.showsThreats = !stage.showsThreats;
    frame.threats.setAttribute('aria-pressed', String(stage.showsThreats));
    frame.legend.hidden = !stage.showsThreats;
    this.draw(false);
  }
}
