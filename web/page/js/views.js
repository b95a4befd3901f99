/** The panels of each view. */

import { el } from './dom.js';

/** @typedef {import('./frame.js').View} View */

/**
 * The panels of a view beside the board.
 * @param {View} view
 * @param {{
 *   analysis: import('./analysis/analysis.js').Analysis,
 *   designRoom: import('./design/design-room.js').DesignRoom,
 *   gamePanel: import('./game/panel.js').GamePanel,
 *   moves: import('./game/moves.js').Moves,
 *   puzzles: import('./puzzles/puzzles.js').Puzzles,
 *   records: import('./records/records.js').Records,
 *   rulesRoom: import('./lessons/rules-room.js').RulesRoom,
 *   watch: import('./watch/watch.js').Watch,
 * }} parts
 * @returns {HTMLElement[]}
 */
export function panelsOf(
  view,
  { analysis, designRoom, gamePanel, moves, puzzles, records, rulesRoom, watch },
) {
  // Only one of these is made, because an element has one place.
  /** @type {Record<View, () => HTMLElement[]>} */
  const panels = {
    play: () => [gamePanel.element, moves.element],
    analyse: () => [
      analysis.course.element,
      analysis.course.review.steps,
      analysis.element,
      besideEngine(analysis, moves),
    ],
    puzzles: () => [puzzles.element],
    rules: () => rulesRoom.elements,
    design: () => designRoom.elements,
    records: () => [records.element, inSecondColumn(records.saving.element, moves.element)],
    watch: () => [watch.standings],
  };
  return panels[view]();
}

/**
 * The panels of an analysis that have their own column where there are two.
 * @param {import('./analysis/analysis.js').Analysis} analysis
 * @param {import('./game/moves.js').Moves} moves
 */
function besideEngine({ comments, explorer, tools }, moves) {
  return inSecondColumn(moves.element, comments.element, explorer.element, tools);
}

/** @param {...HTMLElement} panels of the second column, where there are two */
function inSecondColumn(...panels) {
  return el('div', { class: 'panel-stack beside' }, ...panels);
}
