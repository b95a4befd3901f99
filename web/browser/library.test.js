/** The games saved in the browser: taken over, found, exported, and shared by tabs. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './axe.js';
import {
  counts,
  eventually,
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

/** @typedef {import('playwright-core').Page} Page */

serve();

/** A game between two people, with one move. @param {Page} page @param {string} [to] */
async function begin(page, to = 'b1') {
  await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
  await move(page, 'd1', to);
  await shows(status(page), 'Defenders to move');
}

/** @param {Page} page */
async function reload(page) {
  await page.reload();
  await page.waitForSelector('body[data-ready]');
}

/** Stores games as earlier versions of the page did. @param {Page} page @param {number} count */
const storeOld = (page, count) =>
  page.evaluate((count) => {
    const entries = Array.from({ length: count }, (_, index) => ({
      id: `old-${index}`,
      time: 1_600_000_000_000 - index,
      title: 'Tablut',
      attackers: '',
      defenders: '',
      moves: 1,
      result: index % 2 ? { winner: 'defenders', reason: 'resign' } : null,
      running: false,
    }));
    const game = {
      variant: 'tablut',
      alternates: [],
      fen: null,
      line: [{ text: 'e2g2', remark: '', comment: '' }],
    };
    const rest = { comment: '', at: [], players: { attackers: 'Ragnar', defenders: '' } };
    const kept = { ...game, ...rest, start: {}, event: '', result: null, play: null };
    localStorage.setItem('branan.games', JSON.stringify(entries));
    for (const { id } of entries) localStorage.setItem(`branan.game.${id}`, JSON.stringify(kept));
  }, count);

/** The saved games in the browser's database. @param {Page} page @returns {Promise<string[]>} */
const ids = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open('branan');
        request.onsuccess = () => {
          const keys = request.result.transaction('games').objectStore('games').getAllKeys();
          keys.onsuccess = () => {
            request.result.close();
            resolve(/** @type {string[]} */ (keys.result));
          };
        };
      }),
  );

/** The names of games in the local storage. @param {Page} page */
const left = (page) =>
  page.evaluate(() =>
    Object.keys(localStorage).filter((name) => /^branan[.](games?|unsaved)\b/.test(name)),
  );

/** @param {Page} page */
async function exported(page) {
  return (await saved(page, 'Save these games to a file')).bytes.toString();
}

/** @param {string} text */
const gamesIn = (text) => text.match(/\[Variant /g)?.length ?? 0;

test('games of earlier versions are taken over once, and the last hundred are kept', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    const games = page.locator('.saved-game');
    await storeOld(page, 100);
    await reload(page);
    await show(page, 'records');
    await counts(games, 100);
    await eventually(async () => (await left(page)).join(), '');
    await show(page, 'play');
    await begin(page);
    await show(page, 'records');
    await shows(page.locator('.saved-title').first(), "Brandubh, MacWhite's rules");
    await counts(games, 100);
    await eventually(async () => String((await ids(page)).length), '100');
    const kept = await ids(page);
    assert.ok(kept.includes('old-98') && !kept.includes('old-99'));
    assert.equal(gamesIn(await exported(page)), 100);
    await page
      .getByRole('button', { name: /^Delete: / })
      .nth(1)
      .click();
    await counts(games, 99);
    await reload(page);
    await show(page, 'records');
    await counts(games, 99);
  });
});

test('a deleted game comes back at once when the deletion is undone', async () => {
  await withPage({ viewport: sizes.phone }, async (page) => {
    const games = page.locator('.saved-game');
    await storeOld(page, 3);
    await reload(page);
    await show(page, 'records');
    await counts(games, 3);
    const before = await games.allTextContents();
    const undo = page.getByRole('button', { name: 'Undo the deletion' });
    assert.equal(await undo.isVisible(), false);
    for (const left of [2, 1]) {
      await page
        .getByRole('button', { name: /^Delete: / })
        .first()
        .click();
      await counts(games, left);
    }
    await check(page);
    for (const left of [2, 3]) {
      // It has the focus.
      await page.keyboard.press('Enter');
      await counts(games, left);
    }
    await undo.waitFor({ state: 'hidden' });
    assert.deepEqual(await games.allTextContents(), before);
  });
});

test('games are found by ruleset and result, and exported together', async () => {
  await withPage({ viewport: sizes.phone }, async (page) => {
    const games = page.locator('.saved-game');
    await storeOld(page, 5);
    await reload(page);
    await begin(page);
    await show(page, 'records');
    await counts(games, 6);
    const panel = page.getByRole('region', { name: 'Your games' });
    await panel.getByLabel('Game', { exact: true }).selectOption('Tablut');
    await counts(games, 5);
    await panel.getByLabel('Result', { exact: true }).selectOption('defenders won');
    await counts(games, 2);
    assert.equal(gamesIn(await exported(page)), 2);
    await check(page);
    await panel.getByLabel('Result', { exact: true }).selectOption('in progress');
    await counts(games, 0);
    await page.getByText('No saved game passes these filters.').waitFor();
    await panel.getByLabel('Game', { exact: true }).selectOption('All games');
    await counts(games, 1);
    await shows(games, /Brandubh.*in progress/);
  });
});

test('two tabs save their games beside each other', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await begin(page, 'b1');
    const second = await newTab(page);
    await begin(second, 'c1');
    for (const tab of [page, second]) {
      await show(tab, 'records');
      await counts(tab.locator('.saved-game', { hasText: 'in progress' }), 2);
      await show(tab, 'play');
    }
    // Both go on, and neither writes over the other's moves.
    await Promise.all([move(page, 'd3', 'b3'), move(second, 'd3', 'c3')]);
    await show(page, 'records');
    await counts(page.locator('.saved-game', { hasText: '2 moves' }), 2);
    // The list of one tab follows what the other does.
    await page
      .getByRole('button', { name: /^Delete: / })
      .last()
      .click();
    await show(second, 'records');
    await page.bringToFront();
    await eventually(async () => String((await page.locator('.saved-game').count()) <= 2), 'true');
    await reload(second);
    await show(second, 'play');
    await shows(second.locator('.moves .move').first(), 'd1-c1');
    await counts(second.locator('.moves .move'), 2);
  });
});

test('what the database had no time to save before the page was left is not lost', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await begin(page);
    await page.evaluate(() => {
      const { transaction } = IDBDatabase.prototype;
      IDBDatabase.prototype.transaction = function (
        /** @type {Parameters<typeof transaction>} */ ...how
      ) {
        if (how[1] === 'readwrite') throw new DOMException('too late', 'AbortError');
        return transaction.apply(this, how);
      };
    });
    await move(page, 'd3', 'b3');
    await counts(page.locator('.moves .move'), 2);
    await page.goto('about:blank');
    const tab = await newTab(page);
    await shows(status(tab), 'Attackers to move');
    await counts(tab.locator('.moves .move'), 2);
    await eventually(async () => (await left(tab)).join(), '');
  });
});

test('without a database the page plays, and says that it saves no games', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'indexedDB', { value: undefined });
    });
    await reload(page);
    await begin(page);
    await show(page, 'records');
    await page.getByText('this browser does not let the page save games').waitFor();
    await counts(page.locator('.saved-game'), 1);
    await check(page);
  });
});

test('a deleted game stays deleted while it is on the board, until it changes', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
    await move(page, 'd1', 'c1');
    await show(page, 'records');
    const games = page.locator('.saved-game');
    await counts(games, 1);
    await page.getByRole('button', { name: /^Delete/ }).click();
    await counts(games, 0);
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    await page.getByText('are saved here, in this browser').waitFor();
    await counts(games, 0);
    await show(page, 'play');
    await move(page, 'd3', 'b3');
    await show(page, 'records');
    await counts(games, 1);
  });
});
