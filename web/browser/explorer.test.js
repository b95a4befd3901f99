/** The explorer of a database of games. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { check } from './axe.js';
import {
  address,
  counts,
  eventually,
  program,
  serve,
  show,
  shows,
  sizes,
  withPage,
} from './harness.js';

const folder = mkdtempSync(join(tmpdir(), 'games-'));
const database = join(folder, 'games.db');
const games = join(folder, 'games.txt');
const record = (/** @type {string} */ name, /** @type {string} */ result) =>
  `[Variant "brandubh"]\n[Attackers "${name}"]\n[Defenders "Bob"]\n[Result "${result}"]\n\n`;
writeFileSync(
  games,
  `${record('Ann', 'attackers')}1. d2-e2 d3-b3 attackers\n\n${record('Cleo', 'draw')}1. d2-c2 d3-f3 draw\n\n`,
);
execFileSync(program, ['db', 'import', database, games]);

serve('--db', database);

test('openings have names, and the game on the board goes into the database', async () => {
  const game = { variant: 'copenhagen', moves: 'h1h3 g5g2' };
  await withPage(
    {},
    async (page) => {
      const panel = page.getByRole('region', { name: 'Explorer' });
      await shows(panel.locator('.explorer-opening'), /^Millar Gambit$/);
      await counts(panel.locator('.explorer-games li'), 0);
      await show(page, address('records', game));
      await page.getByRole('button', { name: 'Add this game to the database' }).click();
      await page.getByText('The game is in the database.').waitFor();
      await show(page, address('analyse', game));
      await counts(panel.locator('.explorer-games li'), 1);
    },
    address('analyse', game),
  );
});

for (const [name, viewport] of Object.entries(sizes)) {
  test(`the moves of a database are shown and played on a ${name}`, async () => {
    await withPage(
      { viewport },
      async (page) => {
        const panel = page.getByRole('region', { name: 'Explorer' });
        // Both games, of which one is the mirror image of the other.
        const row = panel.getByRole('row', { name: /^Play \S+ .*2 moves on average.* 2 75\s%/ });
        await row.waitFor();
        await row.getByRole('img', { name: /^1 won by the attackers, 1 drawn, 0 won/ }).waitFor();
        await shows(panel.locator('.explorer-games'), /Cleo – Bobdraw · 2 moves/);
        await counts(panel.locator('tbody tr'), 1);
        // The engine's value of the move, once its lines have it.
        await page.getByLabel('Lines', { exact: false }).selectOption('5');
        await check(page);
        const move = panel.locator('tbody').getByRole('button');
        const first = await move.textContent();
        await move.click();
        await counts(page.locator('.moves .move'), 1);
        // The next position has its own rows, and the old ones are gone.
        await eventually(async () => String((await move.textContent()) !== first), 'true');
        await move.click();
        await counts(page.locator('.moves .move'), 2);
        await counts(panel.locator('tbody tr'), 0);
        await counts(panel.locator('.explorer-games li'), 2);
      },
      address('analyse', { variant: 'brandubh-macwhite' }),
    );
  });
}

test('conditions choose the games, and a game opens at the position', async () => {
  await withPage(
    {},
    async (page) => {
      const panel = page.getByRole('region', { name: 'Explorer' });
      const listed = panel.locator('.explorer-games li');
      await counts(listed, 2);
      await panel.getByText('Which games').click();
      await panel.getByLabel('Player').fill('cle');
      await counts(listed, 1);
      await panel.getByLabel('Result').selectOption('attackers won');
      await shows(panel.getByRole('status'), 'No game of the database reaches this position.');
      await panel.getByLabel('Result').selectOption('draw');
      await counts(listed, 1);
      // The conditions stay while one steps on.
      await panel.locator('tbody').getByRole('button').click();
      await counts(listed, 1);
      await panel.getByLabel('Player').fill('');
      await panel.getByLabel('Result').selectOption('Any result');
      await counts(listed, 2);
      await listed.first().getByRole('button').click();
      await counts(page.locator('.moves .move'), 2);
      // At the position that the explorer showed, after one move.
      await shows(page.locator('.moves [aria-current]'), /d2-[ec]2/);
    },
    address('analyse', { variant: 'brandubh-macwhite' }),
  );
});
