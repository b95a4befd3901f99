/** What Lighthouse would check, in every room and both themes: axe, the console, and the head of the page. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './axe.js';
import { LATE, newGame, serve, show, sizes, withPage } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

serve();

/** The rooms, each with an element that is there once it is complete. */
const ROOMS = {
  play: '.game-panel',
  analyse: '.line .score',
  puzzles: '.puzzle-panel',
  rules: '.rules-body li',
  design: '.design-part',
  records: '.saved-game',
};

/** Collects everything that is written to the console. @param {Page} page */
function consoleOf(page) {
  /** @type {string[]} */
  const lines = [];
  page.on('console', (message) => {
    if (!LATE.test(message.text())) lines.push(`${message.type()}: ${message.text()}`);
  });
  return lines;
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const [name, viewport] of Object.entries(sizes)) {
    test(`every room on a ${name}, ${colorScheme}`, async () => {
      await withPage({ viewport, colorScheme }, async (page) => {
        const lines = consoleOf(page);
        await page.reload();
        await page.waitForSelector('body[data-ready]');
        await check(page);
        await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
        await page.locator('.cell-movable[data-square=d1]').click();
        await page.locator('[data-square=b1]').click();
        await page.locator('.moves .move').waitFor();
        // The engine does not analyse a running game.
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('button', { name: 'Yes' }).click();
        for (const [room, complete] of Object.entries(ROOMS)) {
          await show(page, room);
          await page.waitForSelector(`body[data-view=${room}]`);
          await page.locator(complete).first().waitFor();
          await check(page);
        }
        for (const part of await page.locator('details:not([open]) > summary').all()) {
          await part.click();
        }
        await check(page);
        assert.deepEqual(lines, []);
      });
    });
  }
}

test('the page has what browsers and screen readers need before any script runs', async () => {
  await withPage({ viewport: sizes.phone }, async (page) => {
    const head = await page.evaluate(() => ({
      doctype: document.doctype?.name,
      charset: document.characterSet,
      lang: document.documentElement.lang,
      title: document.title,
      viewport: document.querySelector('meta[name=viewport]')?.getAttribute('content'),
      described: (document.querySelector('meta[name=description]')?.getAttribute('content') ?? '')
        .length,
      mains: document.querySelectorAll('main').length,
    }));
    assert.deepEqual(
      { ...head, described: head.described > 50 },
      {
        doctype: 'html',
        charset: 'UTF-8',
        lang: 'en',
        title: 'Play – Branán',
        viewport: 'width=device-width, initial-scale=1',
        described: true,
        mains: 1,
      },
    );
  });
});

test('a page whose scripts are slow says that it is loading', async () => {
  await withPage({ viewport: sizes.phone }, async (page) => {
    await page.route('**/*.js', () => {});
    await page.reload({ waitUntil: 'commit' });
    await page.getByText('Loading…', { exact: true }).waitFor();
  });
});

test('the page can be installed as an app', async () => {
  await withPage({ viewport: sizes.phone }, async (page) => {
    const session = await page.context().newCDPSession(page);
    const { errors } = await session.send('Page.getAppManifest');
    assert.deepEqual(errors, []);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    const found = installabilityErrors.map(({ errorId }) => errorId);
    // A test's window keeps nothing.
    assert.deepEqual(
      found.filter((error) => error !== 'in-incognito'),
      [],
    );
  });
});

for (const [name, viewport] of Object.entries(sizes)) {
  test(`nothing moves while the page is loaded on a ${name}`, async () => {
    await withPage({ viewport }, async (page) => {
      await page.addInitScript(() => {
        let shift = 0;
        Object.assign(window, { shift: () => shift });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shift += /** @type {any} */ (entry).value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      for (const [view, complete] of [['play', '.form'], ...Object.entries(ROOMS).slice(1, -1)]) {
        await show(page, view);
        await page.reload();
        await page.waitForSelector('body[data-ready]');
        await page.locator(complete).first().waitFor();
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => setTimeout(done))),
        );
        const shift = await page.evaluate(() => /** @type {any} */ (window).shift());
        // What Lighthouse calls good.
        assert.ok(shift < 0.1, `${view}: ${shift}`);
      }
    });
  });
}
