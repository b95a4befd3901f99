/** A judged game for tests: the marks are known, and nothing waits for the engine. */

import { shows } from './harness.js';

/** @typedef {import('../page/js/game/play.js').Terms['players']} Players */

const variant = 'brandubh-macwhite';

/** The moves with the defenders' chances after each, and their marks. @type {[string, number, string][]} */
const plies = [
  ['d6f6', 0.65, '?!'],
  ['c4c6', 0.3, '??'],
  ['a4a6', 0.5, '?'],
  ['d5a5', 0.5, ''],
];

/**
 * Reloads the page with the game on the board, at its first position.
 * @param {import('playwright-core').Page} page
 * @param {Players} players
 */
export async function reloadJudged(page, players) {
  const judged = (/** @type {number} */ chance, judgement = '') => ({
    score: { kind: 'cp', value: 0 },
    chance,
    best: null,
    judgement,
  });
  const line = plies.map(([text, chance, mark]) => ({ text, judged: judged(chance, mark) }));
  const result = { winner: 'attackers', reason: 'resign' };
  const terms = {
    ...{ variant, alternates: [], fen: null, players, elo: null },
    time: { kind: 'none' },
  };
  const tip = plies.map(() => 0);
  const play = { terms, tip, running: false, score: null, left: null };
  const kept = {
    ...{ variant, alternates: [], fen: null, line, start: judged(0.5), comment: '', at: [] },
    ...{ players: { attackers: 'A', defenders: 'B' }, event: '', isJudged: true, result, play },
  };
  // Before the page's own scripts, but after the last page has saved its game.
  await page.addInitScript(
    (game) => sessionStorage.setItem('branan.game', game),
    JSON.stringify(kept),
  );
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  await shows(page.locator('.curve-box .facts'), '1 blunder, 1 mistake and 1 dubious move.');
}
