/** The slider for the strength: its steps are the levels of the engine. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LEVELS } from '../page/js/game/levels.js';
import {
  eventually,
  move,
  newGame,
  serve,
  shows,
  sizes,
  waitForTurn,
  withPage,
} from './harness.js';

serve();

test('the levels are those of the protocol', () => {
  const text = readFileSync(new URL('../../protocol.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| (\d+) \|[^|]*\|[^|]*\|[^|]*\| (\d+) \|$/gm)];
  assert.deepEqual(
    rows.map(([, level, elo]) => [Number(level), Number(elo)]),
    LEVELS.map((elo, level) => [level, elo]),
  );
});

test('each step is a level, and the last is full strength', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    const slider = page.getByLabel('Engine strength');
    const words = page.locator('.range output');
    await shows(words, 'Level 8: about 1130 Elo, casual player');
    for (const [step, expected] of [
      ['0', 'Level 0: about 500 Elo, new to the game'],
      ['4', 'Level 4: about 800 Elo, beginner'],
      ['19', 'Level 19: about 2140 Elo, strong player'],
      ['20', 'full strength'],
    ]) {
      await slider.fill(step);
      await shows(words, expected);
      await eventually(async () => (await slider.getAttribute('aria-valuetext')) ?? '', expected);
    }
    // Nothing is cut.
    await slider.fill('0');
    const fits = await words.evaluate((words) => words.scrollWidth <= words.clientWidth);
    assert.ok(fits);
    await slider.fill('4');
    await newGame(page, { ruleset: 'tablut' });
    await page.locator('.plate-name', { hasText: '(800 Elo)' }).waitFor();
  });
});

test('a strength that was kept as an Elo is the level that plays it', async () => {
  await withPage({ viewport: sizes.phone }, async (page) => {
    for (const [strength, expected] of /** @type {[number, RegExp][]} */ ([
      [1000, /^Level 6: about 970 Elo/],
      [0, /^full strength$/],
    ])) {
      await page.evaluate((strength) => {
        localStorage.setItem('branan.new-game', JSON.stringify({ strength }));
      }, strength);
      await page.reload();
      await page.waitForSelector('body[data-ready]');
      await shows(page.locator('.range output'), expected);
    }
  });
});

test('a kept game with an Elo between two levels goes on', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite' });
    await page.evaluate(() => {
      const name = 'branan.game';
      dispatchEvent(new Event('pagehide'));
      const game = JSON.parse(sessionStorage.getItem(name) ?? '');
      game.play.terms.elo = 1000;
      const text = JSON.stringify(game);
      // The page saves again as it goes.
      addEventListener('pagehide', () => sessionStorage.setItem(name, text));
    });
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    await waitForTurn(page);
    await move(page, 'd1', 'b1');
    await waitForTurn(page, 2);
    const elo = await page.evaluate(() => {
      dispatchEvent(new Event('pagehide'));
      return JSON.parse(sessionStorage.getItem('branan.game') ?? '').play.terms.elo;
    });
    assert.equal(elo, 1000);
  });
});

test('on a phone the strength is seen above Start', async () => {
  await withPage({ viewport: sizes.phone }, async (page) => {
    const [words, start] = await Promise.all([
      page.locator('.range output').boundingBox(),
      page.locator('.start').boundingBox(),
    ]);
    assert.ok(words && start && words.y + words.height <= start.y);
  });
});
