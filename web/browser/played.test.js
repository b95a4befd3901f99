/** Games that were played, left, or set up: what the analysis, a new tab and a new game make of them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  address,
  counts,
  eventually,
  lose,
  move,
  newGame,
  newTab,
  saved,
  serve,
  show,
  shows,
  sizes,
  status,
  withPage,
} from './harness.js';
import { someGame } from './some-game.js';

serve();

test('the moves of a game that was played stay as they are in its analysis', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await lose(page);
    await show(page, 'analyse');
    const remove = page.getByRole('button', { name: 'Delete from here' });
    const promote = page.getByRole('button', { name: 'Make this the main line' });
    assert.equal(await remove.isDisabled(), true);
    await page.getByRole('button', { name: 'One move back' }).click();
    await move(page, 'd5', 'b5');
    await page.locator('.variation').waitFor();
    assert.deepEqual([await promote.isDisabled(), await remove.isDisabled()], [true, false]);
    await remove.click();
    await counts(page.locator('.variation'), 0);
    await counts(page.locator('.moves .move'), 2);
  });
});

test('what is tried after the end of a game that was played is not of the game', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await lose(page);
    await show(page, 'analyse');
    await move(page, 'b1', 'c1');
    await counts(page.locator('.moves .move'), 3);
    // In no record, and in no count of its moves.
    await show(page, 'records');
    await page.locator('.saved-game', { hasText: '2 moves' }).waitFor();
    const { bytes } = await saved(page, 'Record');
    assert.match(bytes.toString(), /PlyCount "2"[^]*d3-b3 \{[^}]*\} defenders/);
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    await page.locator('.saved-game', { hasText: '2 moves' }).waitFor();
    await show(page, 'analyse');
    await counts(page.locator('.moves .move'), 3);
    const remove = page.getByRole('button', { name: 'Delete from here' });
    assert.equal(await remove.isDisabled(), false);
    await remove.click();
    await counts(page.locator('.moves .move'), 2);
    await eventually(async () => String(await remove.isDisabled()), 'true');
  });
});

test('the arrow keys step through a game that is analysed after its end', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await lose(page);
    await page.getByRole('button', { name: 'Analyse this game' }).click();
    await page.waitForSelector('body[data-view=analyse]');
    await page.keyboard.press('ArrowLeft');
    await shows(page.locator('.moves .move.here'), 'd1-b1');
  });
});

test('a new tab does not begin with a game that was left', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
    await move(page, 'd1', 'b1');
    await shows(status(page), 'Defenders to move');
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByRole('button', { name: 'Leave this game' }).click();
    await page.getByLabel('Start from').waitFor({ state: 'attached' });
    const tab = await newTab(page);
    await tab.getByRole('button', { name: 'Start', exact: true }).waitFor();
    await counts(tab.locator('.game-panel'), 0);
    await show(tab, 'records');
    await tab.locator('.saved-game', { hasText: 'in progress' }).waitFor();
  });
});

test('a game begins from the position that the board shows', async () => {
  const fen = '7/3t3/7/7/7/7/1K5 a';
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await show(page, 'play');
      const chosen = page.getByLabel('Start from').locator('option:checked');
      await shows(chosen, 'the position on the board');
      await page.getByLabel('You play').selectOption('both');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await move(page, 'd6', 'd1');
      await counts(page.locator('.moves .move'), 1);
    },
    address('analyse', { variant: 'brandubh-macwhite', fen }),
  );
});

test('a game begins from the position to which the keys have led', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await page.getByRole('button', { name: 'One move back' }).click();
      await show(page, 'play');
      const chosen = page.getByLabel('Start from').locator('option:checked');
      await shows(chosen, 'the position on the board');
      await page.keyboard.press('End');
      await page.locator('[data-square=b3][aria-label*=defender]').waitFor();
      await page.getByLabel('You play').selectOption('both');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await shows(status(page), 'Attackers to move');
      await counts(page.locator('[data-square=b3][aria-label*=defender]'), 1);
    },
    address('analyse', { variant: 'brandubh-macwhite', moves: 'd1b1 d3b3' }),
  );
});

test('a hint is for the position that the board then shows', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
    await move(page, 'd1', 'b1');
    await shows(status(page), 'Defenders to move');
    await page.getByRole('button', { name: 'First position' }).click();
    await shows(status(page), 'You are looking at an earlier position.');
    await page.getByRole('button', { name: 'Hint' }).click();
    await shows(status(page), 'Defenders to move');
    await page.locator('.arrow').waitFor();
  });
});

test('the move on the board stays in sight in a long game', async () => {
  const moves = await someGame('copenhagen', 40);
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      for (const key of ['Home', 'End']) await page.keyboard.press(key);
      await page.locator('.side').evaluate((side) => side.scrollTo(0, side.scrollHeight));
      await page.keyboard.press('ArrowLeft');
      const here = page.locator('.moves .move.here');
      const [side, box] = [await page.locator('.side').boundingBox(), await here.boundingBox()];
      assert.ok(side && box && box.y >= side.y && box.y + box.height <= side.y + side.height);
    },
    address('analyse', { variant: 'copenhagen', moves }),
  );
});
