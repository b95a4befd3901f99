/** Text of the explorer of games. `texts.js` has the rest. */

export const explorerTexts = {
  title: 'Explorer',
  move: 'Move',
  games: 'Games',
  attackers: 'Attackers',
  draws: 'Draws',
  defenders: 'Defenders',
  none: 'No game of the database reaches this position.',
  /** @param {string} move */
  play: (move) => `Play ${move}`,
  /** @param {number} share from 0 to 100 */
  percent: (share) => `${share} %`,
  /** @param {number} id @param {string} attackers @param {string} defenders @param {string} result */
  game: (id, attackers, defenders, result) => `${id}: ${attackers} – ${defenders}, ${result}`,
};
