/** Text of the exercises, and of the review of a game. `texts.js` has the rest. */

import { sides } from './texts.js';

/** @typedef {import('./connection/rules.js').Side} Side */

export const lessonTexts = {
  title: 'Try the rules',
  whichRules: 'Choice of the game',
  rulesOf: 'Rules of',
  play: 'Play this game',
  help: 'A small board for each rule of this game. Make a move to solve it.',
  names: {
    capture: 'Capture',
    corner: 'The hostile corner',
    throne: 'The hostile throne',
    shieldWall: 'Shield wall',
    kingOpen: 'The king in the open',
    kingBesideThrone: 'The king beside the throne',
    kingOnThrone: 'The king on the throne',
    escape: 'The escape',
    edgeFort: 'The edge fort',
    ring: 'The ring',
  },
  tasks: {
    capture: 'Attackers to move. Capture the defender between two of your pieces.',
    corner: 'Attackers to move. Capture the defender against the corner.',
    throne: 'Attackers to move. Capture the defender against the empty throne.',
    shieldWall: 'Attackers to move. Capture the whole row along the edge.',
    kingOpen: 'Attackers to move. Capture the king, away from the throne.',
    kingBesideThrone: 'Attackers to move. Capture the king beside his throne.',
    kingOnThrone: 'Attackers to move. Capture the king on his throne.',
    escape: 'Defenders to move. Let the king escape.',
    edgeFort: 'Defenders to move. Close the fort around the king.',
    ring: 'Attackers to move. Close the ring around all defenders.',
  },
  right: 'Right.',
  wrong: 'Not quite. Try again.',
  again: 'Try again',
  next: 'Next exercise',
  allDone: 'You have solved all the exercises for this game.',
};

export const reviewTexts = {
  previous: 'Previous mistake',
  next: 'Next mistake',
  retry: 'Find a better move',
  showBetter: 'Show the better move',
  giveUp: 'Give up',
  accuracyMeans:
    'Accuracy measures the winning chances that the moves kept. A lost position has few to lose.',
  /** @param {number | null} attackers percentage @param {number | null} defenders */
  accuracy: (attackers, defenders) =>
    `Accuracy: attackers ${attackers ?? '–'}\u00a0%, defenders ${defenders ?? '–'}\u00a0%.`,
  /** @param {string} move @param {string} judgement @param {string} better */
  mistake: (move, judgement, better) =>
    `${move}: ${judgement}.${better ? ` Better was ${better}.` : ''}`,
  /** @param {Side} side */
  find: (side) => `${sides[side]} to move. Find a better move.`,
  /** @param {string} move */
  thinking: (move) => `${move}…`,
  /** @param {string} move */
  right: (move) => `${move} is good.`,
  /** @param {string} move */
  same: (move) => `${move} is the move of the game. Try another.`,
  /** @param {string} move */
  wrong: (move) => `${move} is not good enough. Try again.`,
};
