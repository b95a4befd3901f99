/** What *Take back* does to a game, to its end, and to the games that are saved. */

import { test } from 'node:test';
import {
  counts,
  lose,
  move,
  newGame,
  newTab,
  resign,
  serve,
  show,
  shows,
  sizes,
  status,
  waitForTurn,
  withPage,
} from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

serve();

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** @param {Page} page */
const moves = (page) => page.locator('.moves .move');

/**
 * Waits until the saved games are as expected, and returns to the game.
 * @param {Page} page
 * @param {RegExp[]} expected what each says, the newest first
 */
async function list(page, expected) {
  await show(page, 'records');
  await counts(page.locator('.saved-game'), expected.length);
  for (const [at, words] of expected.entries())
    await shows(page.locator('.saved-game').nth(at), words);
  await show(page, 'play');
}

test('first the end of a game is taken back, and the game that had ended stays saved', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await lose(page);
    await list(page, [/defenders won · 2 moves/]);
    await press(page, 'Take back');
    await shows(status(page), 'Attackers to move');
    await counts(moves(page), 2);
    await list(page, [/defenders won · 2 moves/]);
    await page.reload();
    await shows(status(page), 'Attackers to move');
    await press(page, 'Take back');
    await shows(status(page), 'Defenders to move');
    await counts(moves(page), 1);
    await list(page, [/defenders won · 2 moves/]);
    // The ended game is another one than that on the board.
    await show(page, 'records');
    await page.locator('.saved-game').click();
    await page.waitForSelector('body[data-view=analyse]');
    await counts(moves(page), 2);
    await list(page, [/defenders won · 2 moves/]);
  });
});

test('a game whose end was taken back goes on as another one', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await lose(page);
    await press(page, 'Take back');
    await press(page, 'Take back');
    await counts(moves(page), 1);
    await move(page, 'd3', 'c3');
    await shows(status(page), 'Attackers to move');
    await list(page, [/in progress · 2 moves/, /defenders won · 2 moves/]);
  });
});

test('another end of the same moves takes the place of the one that was taken back', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await lose(page);
    await press(page, 'Take back');
    await press(page, 'Offer draw');
    await press(page, 'Yes');
    await shows(status(page), 'Draw: the players agreed to it.');
    await list(page, [/draw · 2 moves/]);
  });
});

test('against the engine no move is taken back with the resignation', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite' });
    await waitForTurn(page);
    await press(page, 'Resign');
    await press(page, 'Yes');
    await press(page, 'Take back');
    await shows(status(page), 'Attackers to move');
    await move(page, 'd1', 'b1');
    await waitForTurn(page, 2);
    await resign(page);
    await press(page, 'Take back');
    await shows(status(page), 'Attackers to move');
    await counts(moves(page), 2);
  });
});

test('a player whose time ran out has that of the turn again when the end is taken back', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await page.clock.install();
    await page.getByLabel('You play').selectOption('both');
    await page.getByLabel('Time', { exact: true }).selectOption('clock');
    await page.getByLabel('Minutes').fill('1');
    await press(page, 'Start');
    await move(page, 'd1', 'c1');
    await shows(status(page), 'Defenders to move');
    await page.clock.fastForward(61_000);
    await shows(status(page), /run out of time/);
    await press(page, 'Take back');
    await shows(status(page), 'Defenders to move');
    await counts(moves(page), 1);
    await shows(page.getByRole('timer', { name: 'Defenders’ clock' }), /^(1:00|0:5)/);
  });
});

test('a game whose moves are all taken back is none', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
    await move(page, 'd1', 'b1');
    await shows(status(page), 'Defenders to move');
    await list(page, [/in progress · 1 move /]);
    await press(page, 'Take back');
    await shows(status(page), 'Attackers to move');
    await list(page, []);
    // Nothing is asked, because there is nothing to lose.
    await press(page, 'New game');
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
    const tab = await newTab(page);
    await tab.getByRole('button', { name: 'Start', exact: true }).waitFor();
    await counts(moves(tab), 0);
  });
});
