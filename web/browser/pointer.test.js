/** Premoves, sounds, and pointer input other than clicks. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  address,
  click,
  counts,
  eventually,
  move,
  newGame,
  program,
  serve,
  shows,
  sizes,
  waitForTurn,
  withPage,
} from './harness.js';

const engine = fileURLToPath(new URL('slow-engine.js', import.meta.url));

// The engine stops late, which leaves time to choose a move while it thinks.
serve('--engine', `'${process.execPath}' '${engine}' '${program}' 1500`);

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {string} square */
const label = (page, square) => page.locator(`[data-square=${square}]`).getAttribute('aria-label');

test('a move chosen while the engine thinks is played afterwards if it is still legal', async () => {
  await withPage({ viewport: sizes.phone }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite', seconds: '1' });
    await move(page, 'd1', 'b1');
    await page.getByText('The engine is thinking for the defenders…').waitFor();
    await move(page, 'g4', 'g2');
    await counts(page.locator('.board .arrow'), 1);
    await page.getByRole('button', { name: 'Move now' }).click();
    await counts(page.locator('.moves .move'), 3);
    await eventually(async () => (await label(page, 'g2')) ?? '', 'g2, attacker');
    // A click elsewhere cancels the next premove, so it is not played.
    await page.getByText('The engine is thinking for the defenders…').waitFor();
    await move(page, 'a4', 'a2');
    await counts(page.locator('.board .arrow'), 1);
    await click(page, 'f6');
    await counts(page.locator('.board .arrow'), 0);
    await page.getByRole('button', { name: 'Move now' }).click();
    await counts(page.locator('.moves .move'), 4);
    await waitForTurn(page, 4);
    await eventually(async () => (await label(page, 'a4')) ?? '', 'a4, attacker');
  });
});

test('moves make sounds, which can be switched off', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await page.evaluate(() => {
      const start = OscillatorNode.prototype.start;
      /** @type {any} */ (window).strokes = 0;
      OscillatorNode.prototype.start = function (/** @type {number | undefined} */ when) {
        /** @type {any} */ (window).strokes += 1;
        return start.call(this, when);
      };
    });
    const strokes = () => page.evaluate(() => String(/** @type {any} */ (window).strokes));
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
    await move(page, 'd1', 'c1');
    await eventually(strokes, '1');
    await move(page, 'd5', 'b5');
    await eventually(strokes, '2');
    // This captures b5, which adds a second sound.
    await move(page, 'd6', 'b6');
    await eventually(strokes, '4');
    await page.locator('.plate-taken svg[aria-label="1 taken"]').waitFor();
    const sounds = page.getByRole('button', { name: 'Sounds' });
    await eventually(async () => (await sounds.getAttribute('aria-pressed')) ?? '', 'true');
    await sounds.click();
    await move(page, 'd3', 'b3');
    await counts(page.locator('.moves .move'), 4);
    assert.equal(await strokes(), '4');
    assert.equal(await sounds.getAttribute('aria-pressed'), 'false');
  });
});

test('lines that appear under a pointer at rest do not change the board, and a preview is marked', async () => {
  const game = { variant: 'brandubh-macwhite', moves: 'd1c1 d5b5' };
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const move = page.locator('.line .move').nth(1);
      const preview = page.locator('#board[data-preview]');
      // The lines are drawn anew all the time.
      const found = await page.waitForFunction(() =>
        document.querySelectorAll('.line .move')[1]?.getBoundingClientRect().toJSON(),
      );
      const box = await found.jsonValue();
      await page.getByRole('switch', { name: 'Analyse this position' }).click();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.keyboard.press('Space');
      await move.waitFor();
      await page.waitForFunction(() => document.querySelector('.line .move:hover'));
      await counts(preview, 0);
      await counts(page.locator('.board .arrow'), 3);
      await page.mouse.move(box.x + box.width / 2 + 2, box.y + box.height / 2);
      await preview.waitFor();
      const words = await page.locator('#board').evaluate((board) => {
        return getComputedStyle(board, '::after').content;
      });
      assert.equal(words, '"Preview"');
      await page.locator('h2').first().hover();
      await counts(preview, 0);
    },
    address('analyse', game),
  );
});

test('after a move with the mouse the arrow keys step through the game', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
    await move(page, 'd1', 'b1');
    await move(page, 'd3', 'b3');
    await shows(page.locator('.move.here'), 'd3-b3');
    for (const [key, here] of [
      ['ArrowLeft', 'd1-b1'],
      ['ArrowRight', 'd3-b3'],
      ['Home', ''],
      ['End', 'd3-b3'],
    ]) {
      await page.keyboard.press(key);
      await counts(page.locator('.move.here'), here ? 1 : 0);
      if (here) await shows(page.locator('.move.here'), here);
    }
    // A board reached by Tab has the cursor.
    await page.getByRole('link', { name: 'Skip to the board' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowLeft');
    await shows(page.locator('.move.here'), 'd3-b3');
    await page.locator('.by-keys .cell:focus').waitFor();
  });
});

test('the wheel steps, a line shows its positions, a dropped file is opened', async () => {
  const game = { variant: 'brandubh-macwhite', moves: 'd1c1 d5b5' };
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const board = page.locator('.board');
      await board.hover();
      await page.mouse.wheel(0, -100);
      await shows(page.locator('.move.here'), 'd1-c1');
      await page.mouse.wheel(0, 100);
      await shows(page.locator('.move.here'), 'd5-b5');
      const move = page.locator('.line .move').nth(1);
      await move.hover();
      await eventually(async () => String(await page.locator('.board .mark-last').count()), '2');
      // The lines are drawn anew all the time, and the one under the pointer counts.
      await page.waitForFunction(() => {
        const shown = document.querySelector('.line .move:hover')?.getAttribute('data-moves');
        const target = /([a-z]\d+)$/.exec(shown ?? '')?.[1];
        const label = target && document.querySelector(`#board [data-square=${target}]`);
        return label && /attacker|defender|king/.test(label.getAttribute('aria-label') ?? '');
      });
      await counts(page.locator('.board .arrow'), 0);
      await page.locator('h2').first().hover();
      await eventually(async () => (await label(page, 'b5')) ?? '', /defender/);
      await page.evaluate(() => {
        const text =
          '[Variant "tablut"]\n[Attackers "x"]\n[Defenders "y"]\n[Result "draw"]\n[Termination "max-moves"]\n\n1. e2-g2 draw\n\n';
        const data = new DataTransfer();
        data.items.add(new File([text], 'a.txt', { type: 'text/plain' }));
        document.body.dispatchEvent(
          new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
        );
      });
      await shows(page.locator('.moves .move').first(), 'e2-g2');
    },
    address('analyse', game),
  );
});
