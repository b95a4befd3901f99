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
        await panel.getByRole('row', { name: /^Play \S+ 2 50\s% 50\s% 0\s%$/ }).waitFor();
        await shows(panel.locator('.explorer-games'), /Cleo – Bob, draw/);
        await counts(panel.locator('tbody tr'), 1);
        await check(page);
        const first = await panel.getByRole('button').textContent();
        await panel.getByRole('button').click();
        await counts(page.locator('.moves .move'), 1);
        // The next position has its own rows, and the old ones are gone.
        await eventually(
          async () => String((await panel.getByRole('button').textContent()) !== first),
          'true',
        );
        await panel.getByRole('button').click();
        await counts(page.locator('.moves .move'), 2);
        await counts(panel.locator('tbody tr'), 0);
        await counts(panel.locator('.explorer-games li'), 2);
      },
      address('analyse', { variant: 'brandubh-macwhite' }),
    );
  });
}
