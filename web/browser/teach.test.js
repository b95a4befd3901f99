/** Explanations in the analysis view, and when there are none. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, eventually, serve, show, sizes, withPage } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

serve();

const game = {
  variant: 'brandubh-macwhite',
  moves: 'd1c1 d3b3 d7b7 d5b5 b7c7 b5d5 c7b7 d5b5',
};

/** Waits until the engine has analysed each of the last positions. @param {Page} page */
async function lookAtTheLast(page) {
  for (let step = 0; step < 3; step += 1) {
    await page.locator('.line .score').first().waitFor();
    await page.getByRole('button', { name: 'One move back' }).click();
  }
  await page.locator('.line .score').first().waitFor();
}

test('the curve starts with the first analysed position, without a verdict on the rest', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await lookAtTheLast(page);
      const lines = page.locator('.curve .curve-line');
      await lines.first().waitFor({ state: 'attached' });
      const starts = await lines.evaluateAll((paths) =>
        paths.map((path) => Number(/^M([\d.]+)/.exec(path.getAttribute('d') ?? '')?.[1])),
      );
      const areas = await page
        .locator('.curve .curve-defenders')
        .evaluateAll((paths) =>
          paths.map((path) => Number(/^M([\d.]+)/.exec(path.getAttribute('d') ?? '')?.[1])),
        );
      for (const start of [...starts, ...areas]) assert.ok(start > 150, `it begins at ${start}`);
      assert.equal(await page.getByText('No mistakes found.').count(), 0);
      await page.getByText(/Above the middle line the defenders are ahead/).waitFor();
      await page.getByText('+ is good for the defenders, − is good for the attackers.').waitFor();
    },
    address('analyse', game),
  );
});

test('engine lines use the notation of the list of moves', async () => {
  // The attackers capture the king at once.
  const taken = { variant: 'brandubh-macwhite', fen: '7/7/7/2t3T/2K4/7/2t4 d', moves: 'g4g5' };
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const first = page.locator('.line .move');
      await first.first().waitFor();
      const words = async () => (await first.allTextContents()).join(' ');
      await eventually(words, /^([a-g]\d-[a-g]\d(x[a-g]\d(\/[a-g]\d)*)? ?)+$/);
      await eventually(words, /c1-c2xc3/);
    },
    address('analyse', taken),
  );
});

test('the engine is idle in a hidden tab', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      /** @type {string[]} */
      const sent = [];
      page.on('websocket', (socket) =>
        socket.on('framesent', ({ payload }) => sent.push(String(payload))),
      );
      await page.reload();
      await page.waitForSelector('body[data-ready]');
      await page.locator('.line .score').first().waitFor();
      const hide = (/** @type {boolean} */ hidden) =>
        page.evaluate((hidden) => {
          Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
          document.dispatchEvent(new Event('visibilitychange'));
        }, hidden);
      await hide(true);
      await eventually(
        async () => sent.filter((line) => /^(go|stop)/.test(line)).at(-1) ?? '',
        'stop',
      );
      await hide(false);
      await page.locator('.line .score').first().waitFor();
    },
    address('analyse', game),
  );
});

test('nothing depends on colour alone', async () => {
  await withPage(
    { viewport: sizes.desktop, forcedColors: 'active' },
    async (page) => {
      await page.locator('.line .score').first().waitFor();
      // Moves are drawn anew, and one that has been taken away has no style: so both at once.
      await page.waitForFunction(() => {
        const style = (/** @type {string} */ part, /** @type {string} */ property) => {
          const element = document.querySelector(part);
          return element ? getComputedStyle(element).getPropertyValue(property) : '';
        };
        const differ = (/** @type {string} */ one, /** @type {string} */ other) => {
          const [first, second] = [one, other].map((part) => style(part, 'background-color'));
          return first && second && first !== second;
        };
        return (
          differ('.bar', '.bar-fill') &&
          differ('.move.here', '.moves .move:not(.here)') &&
          style('.tab[aria-current]', 'border-bottom-width') === '4px' &&
          style('.tab:not([aria-current])', 'border-bottom-width') === '0px'
        );
      });
      await show(page, 'play');
    },
    address('analyse', game),
  );
});
