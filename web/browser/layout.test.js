/** The board takes the largest square that fits, and nothing covers or moves it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, eventually, serve, show, sizes, withPage } from './harness.js';
import { reloadJudged } from './judged-game.js';
import { someGame } from './some-game.js';

/** @typedef {import('playwright-core').Page} Page */

serve();

/** Windows, and the minimum side of the board in each, in pixels. @type {[number, number, number][]} */
const windows = [
  [2560, 1300, 1270],
  [1920, 1080, 1050],
  [1680, 1050, 1020],
  [1400, 900, 870],
  [1024, 768, 660],
  [1024, 640, 625],
  [844, 390, 375],
  [900, 1100, 740],
  [820, 1180, 790],
  [768, 1024, 680],
  [600, 600, 300],
  [390, 844, 375],
  [360, 640, 345],
  [320, 568, 300],
];

/**
 * The boxes of the visible elements.
 * @param {Page} page
 * @returns {Promise<Record<string, DOMRect>>}
 */
function boxes(page) {
  return page.evaluate(() => {
    const parts = ['.board', '.bar', '.top', '.upper', '.lower', '.side', '.alert'];
    const seen = parts.flatMap((part) => {
      const element = document.querySelector(part);
      const box = element?.getBoundingClientRect();
      return box && box.width > 0 && box.height > 0 ? [[part, box.toJSON()]] : [];
    });
    return Object.fromEntries(seen);
  });
}

/** @param {DOMRect} a @param {DOMRect} b */
const overlap = (a, b) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;

for (const [width, height, least] of windows) {
  test(`the board in a window of ${width}×${height}`, async () => {
    await withPage(
      { viewport: { width, height } },
      async (page) => {
        /** @type {DOMRect | null} */
        let before = null;
        for (const view of ['analyse', 'records', 'rules', 'analyse', 'play']) {
          await show(page, view);
          await page.waitForSelector(`body[data-view=${view}]`);
          await page.evaluate(() => document.querySelector('.side')?.scrollTo(0, 10_000));
          const found = await boxes(page);
          const { '.board': board, ...others } = found;
          assert.ok(Math.abs(board.width - board.height) < 1, 'it is a square');
          // The lists of the records have half of a tall window.
          const isHalf = view === 'records' && height > width && height >= 600;
          assert.ok(
            board.width >= (isHalf ? 0 : least),
            `${view}: ${board.width} is less than ${least}`,
          );
          if (isHalf) {
            assert.ok(found['.side'].height > 0.45 * height, `${view}: there is room for lists`);
          }
          for (const [part, box] of Object.entries(others)) {
            assert.ok(!overlap(board, box), `${view}: ${part} covers the board`);
          }
          for (const [part, box] of Object.entries(found)) {
            const isInside = box.left >= 0 && box.right <= width + 0.5 && box.top >= 0;
            assert.ok(isInside && box.bottom <= height + 0.5, `${view}: ${part} is cut off`);
          }
          assert.ok(found['.side'].height >= 80, `${view}: there is room for panels`);
          // The new-game view has no player bars, so the board may be larger.
          if (before && view !== 'play' && !isHalf) {
            assert.deepEqual(board, before, `${view}: the board has moved`);
          }
          if (!isHalf) before = board;
          const scrolls = await page.evaluate(() => {
            const { scrollWidth, scrollHeight } = document.documentElement;
            return scrollWidth > innerWidth || scrollHeight > innerHeight;
          });
          assert.equal(scrolls, false, `${view}: the page scrolls`);
        }
      },
      address('analyse', { variant: 'copenhagen', moves: 'a4a3' }),
    );
  });
}

test('in low windows the foot of the page and the tools can be seen, also below a long message', async () => {
  for (const [width, height] of [
    [1024, 500],
    [844, 390],
    [640, 360],
    [568, 320],
  ]) {
    await withPage({ viewport: { width, height }, hasTouch: true, locale: 'de' }, async (page) => {
      for (const view of ['play', 'analyse', 'records']) {
        await show(page, view);
        await page.waitForSelector(`body[data-view=${view}]`);
        for (const words of ['', 'Eine lange Meldung. '.repeat(12)]) {
          const cut = await page.evaluate((words) => {
            const part = (/** @type {string} */ name) =>
              /** @type {HTMLElement} */ (document.querySelector(name));
            Object.assign(part('.alert'), { textContent: words, hidden: words === '' });
            const isCut = (/** @type {Element} */ seen, /** @type {DOMRect} */ room) => {
              if (!seen.checkVisibility()) return false;
              seen.scrollIntoView({ block: 'nearest' });
              part('.side').scrollLeft = 0;
              const { top, bottom, left, right } = seen.getBoundingClientRect();
              const isInside = top > room.top - 1 && bottom < room.bottom + 1;
              return !isInside || left < room.left - 1 || right > room.right + 1;
            };
            const column = part('.side').getBoundingClientRect();
            const whole = document.documentElement.getBoundingClientRect();
            return [
              ...[...part('.foot').children].filter((child) => isCut(child, column)),
              ...[...part('.board-tools').children].filter((child) => isCut(child, whole)),
            ].map(({ className, textContent }) => `${className} ${textContent}`);
          }, words);
          assert.deepEqual(cut, [], `${view} at ${width}×${height}, ${words.length}`);
        }
      }
    });
  }
});

test('the frame is thin', async () => {
  for (const variant of ['brandubh-macwhite', 'alea-evangelii']) {
    await withPage(
      {},
      async (page) => {
        const [board, square] = await Promise.all([
          page.locator('.board').boundingBox(),
          page.locator('[data-square=a1]').boundingBox(),
        ]);
        assert.ok(board && square);
        assert.ok((square.x - board.x) / board.width < 0.035, variant);
      },
      address('analyse', { variant }),
    );
  }
});

test('a game begins with its first panel in view, however far the form was scrolled', async () => {
  await withPage({ viewport: { width: 390, height: 700 } }, async (page) => {
    await page.getByLabel('You play').selectOption('both');
    const scrolled = () => page.locator('.side').evaluate((side) => side.scrollTop);
    await page.locator('.side').evaluate((side) => side.scrollTo(0, 30));
    assert.equal(await scrolled(), 30);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('.game-panel').waitFor();
    await eventually(async () => String(await scrolled()), '0');
  });
});

test('below a wide board both columns of an analysis have panels, scrolled or not', async () => {
  await withPage(
    { viewport: { width: 820, height: 1180 } },
    async (page) => {
      await reloadJudged(page, { attackers: 'person', defenders: 'engine' });
      // The share of each column's visible height that panels cover; the gaps between them may be anywhere.
      const coveredAt = (/** @type {number} */ share) =>
        page.locator('.side').evaluate((side, share) => {
          side.scrollTo(0, share * (side.scrollHeight - side.clientHeight));
          const area = side.getBoundingClientRect();
          const panels = [...side.querySelectorAll('.panel')].map((panel) =>
            panel.getBoundingClientRect(),
          );
          return [0.25, 0.75].map((at) => {
            const x = area.left + at * area.width;
            const heights = panels
              .filter(({ left, right }) => left <= x && x <= right)
              .map(({ top, bottom }) => Math.min(bottom, area.bottom) - Math.max(top, area.top));
            return heights.reduce((sum, height) => sum + Math.max(height, 0), 0) / area.height;
          });
        }, share);
      for (const share of [0, 0.25]) {
        const covered = await coveredAt(share);
        assert.ok(Math.min(...covered) > 0.8, `${covered} when scrolled by ${share}`);
      }
    },
    'analyse',
  );
});

for (const [view, left, right] of [
  ['rules', '.lessons', '.rules'],
  ['design', '.design', '.rules'],
  ['records', '.saved-games', '.moves-panel'],
]) {
  test(`the panels of ${view} fill both columns below a wide board`, async () => {
    await withPage(
      { viewport: { width: 820, height: 1180 } },
      async (page) => {
        await page.locator(right).waitFor();
        const [first, second] = await Promise.all(
          [left, right].map((panel) => page.locator(panel).boundingBox()),
        );
        assert.ok(first && second && second.x >= first.x + first.width);
        const edges = await page.locator('.beside, .rules').first().boundingBox();
        const choice = await page.locator('.panels').boundingBox();
        assert.ok(edges && choice && edges.y < choice.y + 300, `${edges?.y} of ${choice?.y}`);
      },
      view,
    );
  });
}

test('a panel alone takes the whole width below the board', async () => {
  await withPage(
    { viewport: { width: 820, height: 1180 } },
    async (page) => {
      const box = await page.locator('.puzzle-panel').boundingBox();
      assert.ok(box && box.width > 780, String(box?.width));
    },
    'puzzles',
  );
});

test('a window too small for a column beside the board shows a large board, and scrolls', async () => {
  for (const [width, height] of [
    [320, 256],
    [512, 320],
  ]) {
    await withPage({ viewport: { width, height } }, async (page) => {
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.locator('.game-panel').waitFor();
      const board = await page.locator('.board').boundingBox();
      assert.ok(board && board.width > 0.95 * height, `${width}×${height}: ${board?.width}`);
      assert.ok(board.y >= 0 && board.y + board.height <= height, 'it is in view');
      await page.getByRole('button', { name: 'Resign' }).click();
      const isWide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      assert.ok(!isWide, `${width}×${height} scrolls sideways`);
    });
  }
});

test('the names of the sides and the players are shown in a narrow column', async () => {
  await withPage({ viewport: { width: 720, height: 450 } }, async (page) => {
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('.game-panel').waitFor();
    for (const side of await page.locator('.plate-side').all()) {
      const isWhole = await side.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().width <= element.getBoundingClientRect().width + 0.01;
      });
      assert.ok(isWhole, (await side.textContent()) ?? '');
    }
    const name = await page.locator('.lower .plate-name').boundingBox();
    assert.ok(name && name.width > 30, 'the player is named');
  });
});

test('beside a clock a narrow bar leaves out the player rather than cut a word', async () => {
  for (const [width, height] of [
    [390, 844],
    [360, 640],
    [740, 360],
  ]) {
    await withPage({ viewport: { width, height }, hasTouch: true }, async (page) => {
      await page.getByLabel('Time', { exact: true }).selectOption('15+10');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.locator('.plate-clock').first().waitFor();
      const cut = await page.locator('.plate').evaluateAll((plates) =>
        plates
          .flatMap((plate) => [...plate.querySelectorAll('.plate-side, .plate-name')])
          .filter(
            ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
              scrollWidth > clientWidth || scrollHeight > clientHeight + 4,
          )
          .map(({ textContent }) => textContent),
      );
      assert.deepEqual(cut, [], `${width}×${height}`);
      assert.ok(await page.getByText(/level 8 \(1130 Elo\)/).isVisible());
      const sides = page.locator('.plate-side');
      for (const side of await sides.all()) assert.ok(await side.isVisible());
    });
  }
});

test('the end of a game and what to do next are seen together on a low phone', async () => {
  for (const [width, height] of [
    [360, 640],
    [740, 360],
  ]) {
    await withPage({ viewport: { width, height }, hasTouch: true }, async (page) => {
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('button', { name: 'Yes' }).click();
      await eventually(
        () =>
          page.locator('.side').evaluate((side) => {
            const room = side.getBoundingClientRect();
            const parts = side.querySelectorAll('.status, .game-panel .controls .button');
            const hidden = [...parts].filter((part) => {
              const { top, bottom } = part.getBoundingClientRect();
              return top < room.top - 1 || bottom > room.bottom + 1;
            });
            return `${parts.length} ${hidden.map(({ textContent }) => textContent)}`;
          }),
        '6 ',
      );
    });
  }
});

test('many taken pieces are counted', async () => {
  const moves = await someGame('copenhagen', 40, { takes: true });
  await withPage(
    { viewport: { width: 720, height: 450 } },
    async (page) => {
      const taken = page.locator('.plate-taken', { has: page.locator('.taken-count') }).first();
      const label = (await taken.locator('svg').getAttribute('aria-label')) ?? '';
      assert.equal(`${await taken.locator('.taken-count').textContent()} taken`, label);
      const [count, row] = [
        await taken.locator('.taken-count').boundingBox(),
        await taken.boundingBox(),
      ];
      assert.ok(count && row && count.x + count.width <= row.x + row.width + 0.5, 'it is whole');
    },
    address('analyse', { variant: 'copenhagen', moves }),
  );
});
