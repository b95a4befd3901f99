/** State that survives a reload. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  address,
  counts,
  eventually,
  move,
  newGame,
  serve,
  show,
  shows,
  sizes,
  waitForTurn,
  withPage,
} from './harness.js';
import { someGame } from './some-game.js';

/** @typedef {import('playwright-core').Page} Page */

serve();

/** @param {Page} page */
async function reload(page) {
  await page.reload();
  await page.waitForSelector('body[data-ready]');
}

/** @param {Page} page */
const moves = async (page) => (await page.locator('.moves').textContent()) ?? '';

test('variations, comments and judgements survive a reload', async () => {
  const fen = '7/7/7/2t3T/2K4/7/2t4 d';
  const game = { variant: 'brandubh-macwhite', fen, moves: 'g4g5 c1c2' };
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await page.getByRole('button', { name: 'Analyse game' }).click();
      await page.locator('.moves .judgement').first().waitFor();
      const comment = page.getByRole('textbox', { name: /^Comment on/ });
      await comment.fill('The end?');
      await page.getByRole('button', { name: 'First position' }).click();
      await comment.fill('A riddle.');
      await move(page, 'g4', 'g6');
      await page.locator('.variation').waitFor();
      // The comment field still has the focus, but its text must not be lost.
      await comment.fill('Or here.');
      const all = '1…g4-g5?? 1…g4-g6 Or here.2.c1-c2xc3 The end?';
      await eventually(() => moves(page), all);
      await reload(page);
      await eventually(() => comment.inputValue(), 'Or here.');
      await shows(page.locator('.move.here'), 'g4-g6');
      await eventually(() => moves(page), all);
      await page.locator('.curve-line').waitFor();
      await page.getByRole('button', { name: 'First position' }).click();
      await eventually(() => comment.inputValue(), 'A riddle.');
    },
    address('analyse', game),
  );
});

test('a game and its clocks survive a reload', async () => {
  await withPage({ viewport: sizes.phone }, async (page) => {
    await page.getByLabel('Game', { exact: true }).selectOption('brandubh-macwhite');
    await page.getByLabel('You play').selectOption('both');
    await page.getByLabel('Time').selectOption('clock');
    await page.getByLabel('Minutes').fill('30');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('.game-panel').waitFor();
    await move(page, 'd1', 'b1');
    await page.getByText('Defenders to move', { exact: true }).waitFor();
    const clocks = () => page.locator('.plate-clock').allTextContents();
    await page.waitForFunction(() =>
      /^2\d:/.test(document.querySelector('.plate-clock.runs')?.textContent ?? ''),
    );
    await reload(page);
    await page.getByText('Defenders to move', { exact: true }).waitFor();
    await counts(page.locator('.moves .move'), 1);
    for (const clock of await clocks()) assert.match(clock, /^(2\d|30):\d\d$/);
    await page.locator('.plate-clock.runs').waitFor();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await reload(page);
    await page.getByText('Attackers win: the other side has resigned.').waitFor();
  });
});

test('the engine moves after a reload, and a link replaces the game if the player agrees', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    // At full strength the engine uses all its time.
    await page.getByLabel('Engine strength').fill('2300');
    await newGame(page, { ruleset: 'brandubh-macwhite', seconds: '600' });
    await waitForTurn(page);
    await move(page, 'd1', 'b1');
    await page.getByText('The engine is thinking for the defenders…').waitFor();
    await reload(page);
    await page.getByRole('button', { name: 'Move now' }).click();
    await waitForTurn(page, 2);
    await counts(page.locator('.moves .move'), 2);
    await show(page, 'records');
    const link = await page
      .getByLabel(/^Link to this position .*only where this board is open/)
      .inputValue();
    assert.match(link, /moves=/);
    await show(page, address('analyse', { variant: 'tablut', moves: 'e2g2' }));
    await page.getByRole('button', { name: 'Leave this game' }).click();
    await page.locator('[data-square=i9]').waitFor();
    await reload(page);
    await shows(page.locator('.moves .move'), 'e2-g2');
    await page.goto(link);
    await reload(page);
    await counts(page.locator('.moves .move'), 2);
  });
});

test('the list of moves shows the current move after a reload', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await show(
      page,
      address('analyse', { variant: 'tablut', moves: await someGame('tablut', 90) }),
    );
    await counts(page.locator('.moves .move'), 90);
    const isInView = async () =>
      page.locator('.moves').evaluate((list) => {
        const here = list.querySelector('.here')?.getBoundingClientRect();
        const outer = list.getBoundingClientRect();
        return String(here && here.top >= outer.top && here.bottom <= outer.bottom + 1);
      });
    await eventually(isInView, 'true');
    await reload(page);
    await counts(page.locator('.moves .move'), 90);
    await eventually(isInView, 'true');
    await show(page, 'puzzles');
    await page.locator('.puzzle-panel').waitFor();
    await show(page, 'analyse');
    await eventually(isInView, 'true');
  });
});

test('the puzzle on the board survives a reload, and its miss is counted once', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const panel = page.locator('.puzzle-panel');
      await page.getByRole('button', { name: 'Hint' }).click();
      await panel.getByText('0 of 1 solved').waitFor();
      const pieces = () =>
        page
          .locator('.cell')
          .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')).join());
      const before = await pieces();
      await reload(page);
      await panel.getByRole('button', { name: 'Hint' }).click();
      assert.equal(await pieces(), before);
      await page.getByRole('button', { name: 'Solution' }).click();
      await page.locator('.puzzle-line .move').first().waitFor();
      await panel.getByText('0 of 1 solved').waitFor();
    },
    'puzzles',
  );
});

test('the rules of another game and their exercise survive a reload', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const list = page.getByLabel('Rules of', { exact: true });
      await list.selectOption('tablut');
      await page.getByRole('heading', { name: /^Tablut/ }).waitFor();
      await counts(page.locator('.lesson-list').getByText('The hostile corner'), 0);
      const exercise = page.locator('.lesson-list button').nth(1);
      const name = (await exercise.textContent()) ?? '';
      await exercise.click();
      await reload(page);
      await page.getByRole('heading', { name: /^Tablut/ }).waitFor();
      await shows(page.locator('.lesson-list [aria-current]'), name);
      await page.locator('.lesson-task').waitFor();
      // The tab of the room leads back to the game on the board.
      await page.getByRole('link', { name: 'Rules', exact: true }).click();
      await page.getByRole('heading', { name: /^Brandubh/ }).waitFor();
    },
    'rules',
  );
});
