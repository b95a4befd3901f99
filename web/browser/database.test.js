/** The list of a database's games. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { check } from './axe.js';
import { counts, program, serve, shows, sizes, withPage } from './harness.js';

const COUNT = 3000;

const folder = mkdtempSync(join(tmpdir(), 'games-'));
const database = join(folder, 'games.db');
const games = join(folder, 'games.txt');
const record = (/** @type {number} */ number) => {
  const [result, variant, move] =
    number % 3 ? ['attackers', 'brandubh', 'd2-e2'] : ['draw', 'tablut', 'e2-f2'];
  return (
    `[Event "Evening ${number % 2}"]\n[Game "${number}"]\n[Variant "${variant}"]\n` +
    `[Attackers "Ann ${number}"]\n[Defenders "Bob"]\n[Result "${result}"]\n\n1. ${move} ${result}\n`
  );
};
writeFileSync(games, Array.from({ length: COUNT }, (_, at) => record(at + 1)).join('\n'));
execFileSync(program, ['db', 'import', database, games]);

serve('--db', database);

/** @param {import('playwright-core').Page} page */
const parts = (page) => {
  const panel = page.getByRole('region', { name: 'Database' });
  return { panel, rows: panel.locator('.database-rows li'), found: panel.getByRole('status') };
};

for (const [name, viewport] of Object.entries(sizes)) {
  test(`thousands of games are listed, and the last one opens, on a ${name}`, async () => {
    await withPage(
      { viewport },
      async (page) => {
        const { panel, rows, found } = parts(page);
        await shows(found, `${COUNT} games`);
        await shows(rows.first(), new RegExp(`^Ann ${COUNT} – Bob`));
        await check(page);
        const last = rows.filter({ hasText: /^Ann 1 – Bob/ });
        while ((await last.count()) === 0) {
          await panel.locator('.database-list').evaluate((list) => list.scrollBy(0, 1e6));
          assert.ok((await rows.count()) < 60);
        }
        await last.getByRole('button').click();
        await page.waitForURL(/#analyse/);
        await counts(page.locator('.moves .move'), 1);
      },
      'records',
    );
  });
}

test('the rows follow the focus of the keyboard', async () => {
  await withPage(
    {},
    async (page) => {
      const { rows } = parts(page);
      await rows.first().getByRole('button').focus();
      for (let row = 0; row < 40; row += 1) await page.keyboard.press('Tab');
      await shows(page.locator(':focus'), new RegExp(`^Ann ${COUNT - 40} – Bob`));
    },
    'records',
  );
});

test('games are found by ruleset, result, player and event', async () => {
  await withPage(
    {},
    async (page) => {
      const { panel, rows, found } = parts(page);
      await panel.getByLabel('Game', { exact: true }).selectOption('tablut');
      await shows(found, `${COUNT / 3} games`);
      await panel.getByLabel('Result').selectOption('attackers won');
      await shows(found, '0 games');
      await counts(rows, 0);
      await panel.getByLabel('Result').selectOption('Any result');
      await panel.getByLabel('Event').fill('evening 1');
      await shows(found, `${COUNT / 6} games`);
      await panel.getByLabel('Player').fill('ann 2997');
      await shows(found, '1 game');
      await shows(rows.first(), /^Ann 2997 – Bob.*draw · 1 move/);
    },
    'records',
  );
});
