/** Puzzles that cannot be shown do not close the room. */

import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { counts, serve, show, shows, sizes, withPage } from './harness.js';

serve();

const [puzzle] = readFileSync(new URL('../../tests/data/puzzles.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line));

/**
 * Opens the room with some puzzles instead of those of the program, at the first of them.
 * @param {import('playwright-core').Page} page
 * @param {...object} puzzles
 */
async function openRoom(page, ...puzzles) {
  const body = puzzles.map((puzzle) => JSON.stringify(puzzle)).join('\n');
  await page.route('**/puzzles.jsonl', (route) =>
    route.fulfill({ body, contentType: 'application/x-ndjson' }),
  );
  await page.evaluate(
    (id) => sessionStorage.setItem('branan.open-puzzle', JSON.stringify({ id })),
    puzzle.id,
  );
  await show(page, 'puzzles');
  await page.locator('.puzzle-panel h2', { hasText: 'to move' }).waitFor();
}

test('an own puzzle of rules that the program no longer has is passed over', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    const own = { ...puzzle, id: 'own-gone', ruleset: 'gone', goal: 'best' };
    await page.evaluate((own) => {
      localStorage.setItem('branan.own-puzzles', JSON.stringify([own]));
      localStorage.setItem('branan.puzzle-filters', JSON.stringify({ source: 'own' }));
    }, own);
    await openRoom(page, puzzle);
    await counts(page.locator('[data-filter=ruleset] option[value=gone]'), 0);
    await show(page, 'play');
    await show(page, 'puzzles');
    await counts(page.locator('[data-filter=ruleset] option[value=gone]'), 0);
  });
});

test('a puzzle that cannot be shown is reported', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await openRoom(page, puzzle, { ...puzzle, id: 'broken', fen: 'broken' });
    await page.getByRole('button', { name: 'Next puzzle' }).click();
    await shows(page.locator('.puzzle-panel .status'), /^That did not work: /);
  });
});
