/** The explorer of a database of games. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineOf } from '../page/js/analysis/explorer-rows.js';
import { check } from './axe.js';
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
  status,
  withPage,
} from './harness.js';
import { databaseOf } from './some-database.js';

/** @typedef {import('playwright-core').Page} Page */

/** @param {string} name @param {number} rating @param {string} result @param {string} moves */
const record = (name, rating, result, moves) =>
  `[Date "20${rating / 100}.03.04"]\n[Variant "brandubh"]\n[Attackers "${name}"]\n[Defenders "Bob"]\n` +
  `[AttackersRating "${rating}"]\n[DefendersRating "1900"]\n[Result "${result}"]\n\n${moves} ${result}\n\n`;

/** A position in which five lines of the engine show all moves, and a game that begins there. */
const few = '7/7/7/3K3/7/3T3/3t3 a';
const fewMoves = `[Date "2019.??.??"]\n[Variant "brandubh"]\n[FEN "${few}"]\n[Result "*"]\n\n1. d1-c1 *\n\n`;

const database = databaseOf(
  record('Ann', 1500, 'attackers', '1. d2-e2 d3-b3') +
    record('Cleo', 2100, 'draw', '1. d2-c2 d3-f3') +
    fewMoves,
);

serve('--db', database);

const start = address('analyse', { variant: 'brandubh-macwhite' });

/** @param {Page} page */
const explorer = (page) => page.getByRole('region', { name: 'Explorer' });

/** The rows with moves, without their details. @param {Page} page */
const rows = (page) => explorer(page).locator('tbody tr:not(.details)');

/** @param {Page} page */
const filters = (page) => explorer(page).locator('summary');

/** @param {Page} page */
const listed = (page) => explorer(page).getByRole('list', { name: 'Games with this position' });

test('openings have names, and the game on the board goes into the database', async () => {
  const game = { variant: 'copenhagen', moves: 'h1h3 g5g2' };
  await withPage(
    {},
    async (page) => {
      await shows(explorer(page).locator('.explorer-opening'), /^Millar Gambit$/);
      await counts(listed(page).getByRole('button'), 0);
      await show(page, address('records', game));
      await page.getByRole('button', { name: 'Add this game to the database' }).click();
      await page.getByText('The game is in the database.').waitFor();
      await show(page, address('analyse', game));
      await counts(listed(page).getByRole('button'), 1);
    },
    address('analyse', game),
  );
});

for (const [name, viewport] of Object.entries(sizes)) {
  test(`the moves of a database are shown and played on a ${name}`, async () => {
    await withPage(
      { viewport },
      async (page) => {
        // Both games, of which one is the mirror image of the other.
        const bar = 'Attackers 50\\s%, draws 50\\s%, defenders 0\\s%';
        const row = new RegExp(`^Play \\S+ 2 ${bar} 75\\s% 20–97\\s%`);
        await explorer(page).getByRole('row', { name: row }).waitFor();
        await shows(
          explorer(page).locator('.details'),
          '2 moves on average · last played 4 Mar 2021 · best rated: Cleo (2100)',
        );
        await shows(listed(page), /Cleo \(2100\) – Bob \(1900\)draw · 4 Mar 2021 · 2 moves/);
        await counts(rows(page), 1);
        await check(page);
        const play = explorer(page).getByRole('button', { name: /^Play/ });
        const first = await play.textContent();
        // No move of the game on the board comes next.
        await counts(explorer(page).locator('[aria-current]'), 0);
        await play.click();
        await counts(page.locator('.moves .move'), 1);
        await page.keyboard.press('ArrowLeft');
        await shows(explorer(page).locator('[aria-current]'), first ?? '');
        await page.keyboard.press('ArrowRight');
        // The next position has its own rows, and the old ones are gone.
        await eventually(async () => String((await play.textContent()) !== first), 'true');
        await play.click();
        await counts(page.locator('.moves .move'), 2);
        await counts(rows(page), 0);
        await counts(listed(page).getByRole('button'), 2);
      },
      start,
    );
  });
}

test('the board shows the position after the move that is pointed at', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const labels = () =>
        page
          .locator('#board .cell')
          .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')).join());
      const start = await labels();
      await explorer(page).locator('.details').first().hover();
      await eventually(async () => String((await labels()) !== start), 'true');
      await counts(page.locator('.moves .move'), 0);
      await page.locator('h2').first().hover();
      await eventually(labels, start);
    },
    start,
  );
});

test("the engine's score of a move stands beside it", async () => {
  await withPage(
    {},
    async (page) => {
      await page.getByLabel(/^Lines/).selectOption('5');
      await shows(explorer(page).locator('.engine-score'), /^[+−]/);
      await page.getByRole('switch', { name: 'Analyse this position' }).click();
      await shows(explorer(page).locator('.engine-score'), '');
      // Only the year of the game is known.
      await shows(listed(page), /unfinished · 2019 · 1 move$/);
    },
    address('analyse', { variant: 'brandubh-macwhite', fen: few }),
  );
});

for (const [name, viewport] of Object.entries(sizes)) {
  test(`filters choose the games that count on a ${name}`, async () => {
    await withPage(
      { viewport },
      async (page) => {
        await counts(listed(page).getByRole('button'), 2);
        await filters(page).click();
        const rating = explorer(page).getByLabel('Both rated at least');
        await rating.fill('1800');
        await counts(listed(page).getByRole('button'), 1);
        await shows(listed(page), /Cleo/);
        await shows(filters(page), 'Filters (1)');
        await explorer(page).getByLabel('Player').fill('ANN');
        await explorer(page)
          .getByText('No game that passes the filters reaches this position.')
          .waitFor();
        await counts(rows(page), 0);
        await rating.fill('');
        await shows(listed(page), /Ann/);
        await explorer(page).getByLabel('Result').selectOption('draw');
        await counts(listed(page).getByRole('button'), 0);
        await check(page);
        await explorer(page).getByRole('button', { name: 'Clear the filters' }).click();
        await counts(listed(page).getByRole('button'), 2);
        await explorer(page).getByLabel('Since').fill('2020');
        await counts(listed(page).getByRole('button'), 1);
      },
      start,
    );
  });
}

test('a date that is none is explained, and a right one helps', async () => {
  await withPage(
    {},
    async (page) => {
      await filters(page).click();
      await explorer(page).getByLabel('Since').fill('yesterday');
      await explorer(page)
        .getByText(/“yesterday” is not a date\. Write it like 2026, 2026\.11 or 2026\.11\.21/)
        .waitFor();
      await counts(rows(page), 0);
      await check(page);
      await explorer(page).getByLabel('Since').fill('2015-03');
      await counts(rows(page), 1);
      await counts(explorer(page).locator('.error'), 0);
    },
    start,
    /422/,
  );
});

test('a game is opened at the position, and only if the player leaves the running one', async () => {
  await withPage({}, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
    await move(page, 'd2', 'e2');
    await shows(status(page), 'Defenders to move');
    await show(page, 'analyse');
    const cleo = listed(page).getByRole('button', { name: /Cleo/ });
    await cleo.click();
    await page.getByRole('button', { name: 'Keep playing' }).click();
    await counts(page.locator('.moves .move'), 1);
    await cleo.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Leave this game' }).click();
    await page.locator('.plate-name', { hasText: 'Cleo' }).waitFor();
    // The mirror image of the moves on the board, after the first of its two.
    await shows(page.locator('.moves .move.here'), 'd2-c2');
    await counts(page.locator('.moves .move'), 2);
    const turned = explorer(page).getByText('The game is shown as it was played.');
    await turned.waitFor();
    await page.keyboard.press('ArrowRight');
    await shows(page.locator('.moves .move.here'), 'd3-f3');
    await turned.waitFor({ state: 'hidden' });
  });
});

test('the rows of the last position do nothing while the next ones are awaited', async () => {
  await withPage(
    {},
    async (page) => {
      const play = explorer(page).getByRole('button', { name: /^Play/ });
      const engine = page.getByRole('switch', { name: 'Analyse this position' });
      await engine.click();
      await counts(play, 1);
      const name = (await play.textContent()) ?? '';
      /** @type {() => void} */
      let answer = () => {};
      const answered = new Promise((resolve) => (answer = () => resolve(null)));
      await page.route('**/explore?*', async (route) => {
        await answered;
        await route.continue();
      });
      await play.click();
      await counts(page.locator('.moves .move'), 1);
      await shows(play, name);
      await play.click();
      await engine.click();
      await page.locator('.line').first().waitFor();
      await shows(explorer(page).locator('.engine-score'), '');
      await counts(page.locator('.moves .move'), 1);
      answer();
      await eventually(async () => String((await play.textContent()) !== name), 'true');
    },
    start,
  );
});

test('a game played on the page goes into the database if it has a move', async () => {
  await withPage({}, async (page) => {
    const found = page.locator('.database-games [role=status]');
    const add = page.getByRole('button', { name: 'Add this game to the database' });
    const count = async () => Number(/^\d+/.exec((await found.textContent()) ?? '')?.[0] ?? 0);
    await show(page, 'records');
    await shows(found, /^\d+ games found/);
    const before = await count();
    for (const moves of [[], ['d2', 'e2']]) {
      await show(page, 'play');
      await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
      if (moves.length > 0) await move(page, moves[0], moves[1]);
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('button', { name: 'Yes' }).click();
      await shows(status(page), /^(Attackers|Defenders) win/);
      await show(page, 'records');
      await add.waitFor();
      assert.equal(await add.isDisabled(), moves.length === 0);
      if (moves.length > 0) continue;
      await show(page, 'play');
      await page.getByRole('button', { name: 'New game' }).click();
    }
    await shows(page.getByRole('region', { name: 'Save' }), /The game is in the database/);
    await show(page, 'play');
    await show(page, 'records');
    await shows(found, `${before + 1} games found.`);
    // The end is taken back and the game ends again: it is not added a second time.
    await show(page, 'play');
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await show(page, 'records');
    await shows(page.getByRole('region', { name: 'Save' }), /in the database with an earlier end/);
    await shows(found, `${before + 1} games found.`);
  });
});

test('a move has the score of its own line rather than that of a mirror image', () => {
  /** @type {any[]} */
  const lines = [{ moves: ['d6f6'] }, { moves: ['d2f2'] }];
  assert.equal(lineOf(lines, 'd2f2', ['d6f6', 'd6b6']), lines[1]);
  assert.equal(lineOf(lines, 'd2b2', ['d6f6', 'd6b6']), lines[0]);
  assert.equal(lineOf(lines, 'a1a2', []), undefined);
});
