/** The list of the games of a database. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './axe.js';
import {
  counts,
  eventually,
  move,
  newGame,
  serve,
  show,
  shows,
  sizes,
  withPage,
} from './harness.js';
import { databaseOf } from './some-database.js';

/** @typedef {import('playwright-core').Page} Page */

const COUNT = 3000;

/** Game N has the attackers' player N. @param {number} number */
function record(number) {
  const [variant, moves] =
    number % 3 === 0 ? ['tablut', '1. e2-g2 f5-f6'] : ['brandubh', '1. d2-e2 d3-b3'];
  const result = number % 2 === 0 ? 'draw' : 'defenders';
  return (
    `[Event "${number === 7 ? 'Thing of Trondheim' : 'Casual'}"]\n[Variant "${variant}"]\n` +
    `[Attackers "${number === 1000 ? 'משה' : `Player ${number}`}"]\n[Defenders "Bob"]\n[Result "${result}"]\n\n${moves} ${result}\n\n`
  );
}

serve('--db', databaseOf(Array.from({ length: COUNT }, (_, at) => record(at + 1)).join('')));

/** @param {Page} page */
const panel = (page) => page.getByRole('region', { name: 'Database' });

/** @param {Page} page */
const list = (page) => panel(page).getByRole('listbox', { name: 'Database' });

/** @param {Page} page @param {string} name */
const row = (page, name) => list(page).getByRole('option', { name: new RegExp(`^${name} – Bob`) });

/** The number of games that are loaded. @param {Page} page */
const loaded = (page) =>
  list(page)
    .locator('.long-list-rows')
    .evaluate((rows) => rows.style.getPropertyValue('--rows'));

for (const [name, viewport] of Object.entries(sizes)) {
  test(`thousands of games are listed and scrolled through on a ${name}`, async () => {
    await withPage(
      { viewport },
      async (page) => {
        await shows(panel(page).getByRole('status'), '3000 games found.');
        await row(page, 'Player 3000').waitFor();
        assert.equal(await loaded(page), '100');
        await check(page);
        // Each time to the end of what is there, until all is.
        const scroll = () => list(page).evaluate((list) => list.scrollTo(0, list.scrollHeight));
        await eventually(async () => {
          await scroll();
          return loaded(page);
        }, String(COUNT));
        await scroll();
        await row(page, 'Player 1').waitFor();
        await shows(row(page, 'Player 1'), /defenders won · 2 moves · Brandubh, .* · Casual$/);
        // Few of them are in the page.
        const drawn = await list(page).getByRole('option').count();
        assert.ok(drawn < 40, `${drawn} rows`);
        const numbers = await list(page)
          .getByRole('option')
          .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-posinset')));
        assert.equal(numbers.at(-1), String(COUNT));
        await row(page, 'Player 2').click();
        await page.locator('.plate-name', { hasText: 'Player 2' }).waitFor();
        await page.waitForSelector('body[data-view=analyse]');
        await counts(page.locator('.moves .move'), 2);
        // The list is where it was.
        await show(page, 'records');
        await row(page, 'Player 1').waitFor();
      },
      'records',
    );
  });
}

test('the list keeps its place when it is scrolled just before another view is shown', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await row(page, 'Player 3000').waitFor();
      const top = () => list(page).evaluate((list) => String(list.scrollTop));
      await list(page).evaluate((list) => list.scrollTo(0, 2000));
      await row(page, 'Player 2970').waitFor();
      // The event of the second scroll comes when the list is no longer in the page.
      await list(page).evaluate((list) => {
        list.scrollTo(0, 2010);
        location.hash = 'play';
      });
      await page.waitForSelector('body[data-view=play]');
      await show(page, 'records');
      await page.waitForSelector('body[data-view=records]');
      await eventually(top, /^20[01]0$/);
    },
    'records',
  );
});

test('conditions choose the games of the list', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const found = panel(page).getByRole('status');
      await panel(page).getByLabel('Player').fill('player 299');
      await shows(found, '11 games found.');
      await counts(list(page).getByRole('option'), 11);
      await panel(page).getByLabel('Game', { exact: true }).selectOption('tablut');
      await shows(found, '3 games found.');
      await panel(page).getByLabel('Result').selectOption('draw');
      await shows(found, '1 game found.');
      await panel(page).getByLabel('Event').fill('nowhere');
      await shows(found, 'No game of the database passes these filters.');
      await counts(list(page), 0);
      await check(page);
      await panel(page).getByRole('button', { name: 'Clear the filters' }).click();
      await shows(found, '3000 games found.');
      await panel(page).getByLabel('Event').fill('trondheim');
      await shows(found, '1 game found.');
      await row(page, 'Player 7').waitFor();
      // The attackers stand first even if their name is written the other way.
      await panel(page).getByRole('button', { name: 'Clear the filters' }).click();
      await panel(page).getByLabel('Player').fill('משה');
      await row(page, 'משה').waitFor();
      const places = await row(page, 'משה')
        .locator('bdi')
        .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().left));
      assert.ok(places[0] < places[1], String(places));
    },
    'records',
  );
});

test('a click opens the game under the pointer when the list is partly out of sight', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await row(page, 'Player 3000').waitFor();
      const top = await list(page).evaluate((list) => {
        const side = /** @type {Element} */ (list.closest('.side'));
        side.scrollTop += list.getBoundingClientRect().top - side.getBoundingClientRect().top + 30;
        return side.getBoundingClientRect().top;
      });
      const box = await row(page, 'Player 2999').boundingBox();
      assert.ok(box && box.y > top);
      await page.mouse.click(box.x + 50, box.y + box.height / 2);
      await page.locator('.plate-name', { hasText: /^Player 2999$/ }).waitFor();
    },
    'records',
  );
});

test('the keyboard goes through the list and opens a game', async () => {
  await withPage(
    { viewport: sizes.phone },
    async (page) => {
      await row(page, 'Player 3000').waitFor();
      await panel(page).getByLabel('Event').focus();
      await page.keyboard.press('Tab');
      const chosen = list(page).locator('[aria-selected=true]');
      await shows(chosen, /^Player 3000/);
      await page.keyboard.press('ArrowDown');
      await shows(chosen, /^Player 2999/);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await shows(chosen, /^Player 3000/);
      await page.keyboard.press('PageDown');
      await shows(chosen, /^Player 299\d/);
      await page.keyboard.press('End');
      await shows(chosen, /^Player 1 /);
      assert.equal(await loaded(page), String(COUNT));
      const id = await chosen.getAttribute('id');
      assert.equal(await list(page).getAttribute('aria-activedescendant'), id);
      const inSight = await chosen.evaluate((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
      assert.ok(inSight);
      await check(page);
      await page.keyboard.press('Enter');
      await page.locator('.plate-name', { hasText: /^Player 1$/ }).waitFor();
    },
    'records',
  );
});

test('the title of a game is seen in a narrow list', async () => {
  await withPage(
    { viewport: { width: 360, height: 640 } },
    async (page) => {
      await row(page, 'Player 3000').waitFor();
      const cut = await list(page)
        .locator('.long-list-row > .quiet')
        .evaluateAll(
          (all) =>
            all.filter((one) => {
              const range = document.createRange();
              range.selectNodeContents(one);
              const [text, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
              return text.right > box.right + 1 || text.bottom > box.bottom + 4;
            }).length,
        );
      assert.equal(cut, 0);
    },
    'records',
  );
});

test('a running game is left only if the player agrees', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
    await move(page, 'd2', 'e2');
    await show(page, 'records');
    await row(page, 'Player 3000').click();
    await page.getByRole('button', { name: 'Keep playing' }).click();
    await counts(page.locator('.moves .move'), 1);
    await row(page, 'Player 3000').click();
    await page.getByRole('button', { name: 'Leave this game' }).click();
    await page.locator('.plate-name', { hasText: 'Player 3000' }).waitFor();
  });
});

test('of two games the one that was chosen last is opened, even if its answer comes first', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      let isFirst = true;
      await page.route('**/db/game?*', async (route) => {
        const waits = isFirst;
        isFirst = false;
        if (waits) await page.locator('.plate-name', { hasText: 'Player 2999' }).waitFor();
        await route.continue();
      });
      const late = page.waitForResponse(/db.game\?/);
      await row(page, 'Player 3000').click();
      await row(page, 'Player 2999').click();
      await page.locator('.plate-name', { hasText: 'Player 2999' }).waitFor();
      await late;
      await page.waitForTimeout(500);
      await counts(page.locator('.plate-name', { hasText: 'Player 2999' }), 1);
    },
    'records',
  );
});

test('an error of the database is told in plain words, and the next search begins anew', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await row(page, 'Player 3000').waitFor();
      const reason = 'the disk is full; the games added so far are kept';
      await page.route('**/db/*', (route) => route.fulfill({ status: 422, body: reason }));
      await row(page, 'Player 3000').click();
      await shows(panel(page).getByRole('status'), /That did not work.*the disk is full/);
      await panel(page).getByLabel('Player').fill('Player 12');
      await shows(panel(page).getByRole('status'), /the disk is full/);
      await page.unroute('**/db/*');
      await panel(page).getByLabel('Player').fill('Player 123');
      await shows(panel(page).getByRole('status'), '11 games found.');
      await counts(panel(page).locator('.error'), 0);
    },
    'records',
    /422/,
  );
});
