/** Everything works with the keyboard alone. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  counts,
  eventually,
  move,
  newGame,
  serve,
  show,
  sizes,
  someSquares,
  waitForTurn,
  withPage,
} from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

serve();

test('every key has a place in the manual', () => {
  const top = new URL('../../', import.meta.url);
  const manual = readFileSync(new URL('docs/play.md', top), 'utf8');
  const scripts = new URL('web/page/js/', top);
  const sources = readdirSync(scripts, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(new URL(name, scripts), 'utf8'));
  const actions = sources.flatMap((source) => source.match(/onKeys\(\{.*?\}\)/gs) ?? []);
  const keys = actions.flatMap((action) => action.match(/\b\w+(?=: \(\) =>)/g) ?? []);
  assert.ok(keys.length > 7, String(keys));
  for (const key of keys) assert.ok(manual.includes(`\`${key}\``), key);
});

test('letters can be switched off where the keys are listed', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    const corner = async () => {
      const box = await page.locator('[data-square=a1]').boundingBox();
      return box && box.x < 200 ? 'left' : 'right';
    };
    const switchLetters = async () => {
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
      await page.getByRole('switch', { name: 'Letters and ? act as shortcuts' }).click();
      await page.getByRole('button', { name: 'Close' }).click();
    };
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Flip the board').waitFor();
    await page.keyboard.press('Escape');
    await switchLetters();
    await page.keyboard.press('f');
    await page.keyboard.press('?');
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.equal(await corner(), 'left');
    await switchLetters();
    await page.keyboard.press('f');
    await eventually(corner, 'right');
  });
});

/** The label of the focused element. @param {Page} page */
function focused(page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
    const label = isField ? element.labels?.[0]?.textContent : element?.textContent;
    return element?.getAttribute('aria-label') ?? label ?? '';
  });
}

/**
 * Presses Tab until an element with the given words has the focus.
 * @param {Page} page
 * @param {RegExp} words
 */
async function tabTo(page, words) {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (words.test(await focused(page))) return;
  }
  assert.fail(`Tab does not lead to ${words}`);
}

/**
 * Moves across the board with the arrow keys.
 * @param {Page} page
 * @param {string} square
 */
async function walkTo(page, square) {
  const place = (/** @type {string} */ name) => [name.charCodeAt(0), Number(name.slice(1))];
  const [file, rank] = place(square);
  const now = async () => place((await focused(page)).split(',')[0]);
  for (let [here] = await now(); here !== file; [here] = await now()) {
    await page.keyboard.press(here < file ? 'ArrowRight' : 'ArrowLeft');
  }
  for (let [, here] = await now(); here !== rank; [, here] = await now()) {
    await page.keyboard.press(here < rank ? 'ArrowUp' : 'ArrowDown');
  }
}

test('the first square follows the tabs of the page', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await tabTo(page, /^Records/);
    await page.keyboard.press('Tab');
    assert.match(await focused(page), /^a1, corner/);
  });
});

const games = { 'brandubh-macwhite': /^a1, corner/, 'alea-evangelii': /^a1, corner/ };
for (const [ruleset, firstSquare] of Object.entries(games)) {
  for (const [name, viewport] of Object.entries(sizes)) {
    test(`${ruleset} is played by keys on a ${name}`, async () => {
      await withPage({ viewport }, async (page) => {
        // In a headless browser a drop-down list reacts to letters, not to arrows.
        await tabTo(page, /^Game/);
        await page.keyboard.type(ruleset === 'alea-evangelii' ? 'Alea' : 'Brandubh, Mac');
        await tabTo(page, /^Seconds per move/);
        await page.keyboard.press('Control+A');
        await page.keyboard.type('0.1');
        await tabTo(page, /^Start$/);
        await page.keyboard.press('Enter');
        await page.locator('.game-panel').waitFor();
        await page.keyboard.press('Escape');
        await page.evaluate(
          () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
        );
        await tabTo(page, firstSquare);
        for (let turn = 0; turn < 2; turn += 1) {
          await waitForTurn(page, 2 * turn);
          const [piece] = await someSquares(page, 'attacker');
          await walkTo(page, piece);
          await page.keyboard.press('Enter');
          const [target] = await someSquares(page, 'possible move');
          assert.match((await focused(page)) ?? '', /selected/);
          await walkTo(page, target);
          await page.keyboard.press('Space');
          await page
            .locator('.moves .move')
            .nth(2 * turn + 1)
            .waitFor();
        }
        await waitForTurn(page, 4);
        await tabTo(page, /^Take back$/);
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
      });
    });
  }
}

/** The square that has the focus, or else the words of the control. @param {Page} page */
const place = (page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return (
      element?.getAttribute('data-square') ??
      (element?.tagName === 'BODY' ? 'lost' : element?.textContent) ??
      ''
    );
  });

/** Presses the button with the focus on it. @param {Page} page @param {string | RegExp} name */
async function press(page, name) {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

test('the focus stays in place on the board and in a game', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
    await page.locator('[data-square=a2]').focus();
    await eventually(() => place(page), 'a2');
    await page.keyboard.press('f');
    await eventually(() => place(page), 'a2');
    await move(page, 'd1', 'c1');
    await counts(page.locator('.moves .move'), 1);
    await press(page, 'Take back');
    await counts(page.locator('.moves .move'), 0);
    // That button does nothing now.
    await eventually(() => place(page), 'c1');
    await move(page, 'd1', 'c1');
    await counts(page.locator('.moves .move'), 1);
    await press(page, 'New game');
    await page.getByRole('button', { name: 'Leave this game' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.start').waitFor();
    await eventually(() => place(page), /Brandubh/);
  });
});

test('the focus goes on with a puzzle and an exercise', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await page.getByRole('button', { name: 'Hint' }).waitFor();
      await press(page, 'Solution');
      await eventually(() => place(page), 'Next puzzle');
      await show(page, 'rules');
      const first = page.locator('.lesson-list button').first();
      const name = (await first.textContent()) ?? '';
      await first.focus();
      await page.keyboard.press('Enter');
      await page.locator('.lesson').waitFor();
      assert.equal(await place(page), name);
    },
    'puzzles',
  );
});
