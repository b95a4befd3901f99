/** What keys, the wheel and dropped files do on the page. */

import { onKeys } from './keys.js';
import { onDrop, onWheel } from './pointer.js';

/**
 * @param {import('./page.js').Page} page
 * @param {{ flip: () => void, toggleThreats: () => void, fail: (error: unknown) => void }} actions
 */
export function listenToInput(page, { flip, toggleThreats, fail }) {
  const { analysis, board, moves, puzzles, records } = page;
  /** @param {'first' | 'back' | 'forward' | 'last'} where */
  const step = (where) => {
    // There the board has no moves, or those of another game.
    if (page.view === 'design' || (page.view === 'rules' && page.rulesRoom.hasBoard)) return;
    (page.view === 'puzzles' ? puzzles : moves).step(where);
  };
  onKeys({
    ArrowLeft: () => step('back'),
    ArrowRight: () => step('forward'),
    Home: () => step('first'),
    End: () => step('last'),
    h: () => page.view === 'puzzles' && puzzles.hint(),
    n: () => page.view === 'puzzles' && puzzles.next().catch(fail),
    f: () => flip(),
    t: () => toggleThreats(),
  });
  onWheel(
    board.element,
    () => page.view === 'analyse' && !analysis.editor.isOpen,
    (where) => moves.step(where),
  );
  onDrop((file) => {
    page.open('records');
    records.openFile(file).catch(fail);
  });
}
