/** The review of an analysed game: accuracy, mistakes one by one, another try at each. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './axe.js';
import { address, click, counts, serve, shows, sizes, withPage } from './harness.js';

serve();

/** The king could move to the next corner, but does not and is captured. */
const game = {
  variant: 'brandubh-macwhite',
  fen: '7/7/2t4/7/4T2/7/1K5 d',
  moves: 'e3e4 c5c1',
};

for (const [name, viewport] of Object.entries(sizes)) {
  test(`mistakes are found and tried again on a ${name}`, async () => {
    await withPage(
      { viewport },
      async (page) => {
        const said = page.locator('.review [role=status]');
        await page.getByRole('button', { name: 'Analyse game' }).click();
        await shows(
          page.locator('.review > .facts').first(),
          /^Accuracy: attackers .+, defenders .+\.$/,
        );
        await page.getByRole('button', { name: 'Previous mistake' }).click();
        const words = await said.textContent();
        assert.match(words ?? '', /^[a-g]\d-[a-g]\d.*: (doubtful|mistake|blunder)\. Better was /);
        await check(page);
        const better = /Better was ([a-g]\d)-([a-g]\d)/.exec(words ?? '') ?? [];
        const before = await page.locator('.moves .move').count();
        await page.getByRole('button', { name: 'Find a better move' }).click();
        await shows(said, /to move\. Find a better move\.$/);
        await click(page, better[1]);
        await click(page, better[2]);
        await shows(said, / is good\.$/);
        await counts(page.locator('.moves .move'), before + 1);
      },
      address('analyse', game),
    );
  });
}

test('a bad try is taken back', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const said = page.locator('.review [role=status]');
      await page.getByRole('button', { name: 'Analyse game' }).click();
      await shows(page.locator('.review > .facts').first(), /^Accuracy/);
      await page.getByRole('button', { name: 'First position' }).click();
      await page.getByRole('button', { name: 'Next mistake' }).click();
      await shows(page.locator('.move.here'), /./);
      const before = await page.locator('.moves .move').count();
      await page.getByRole('button', { name: 'Find a better move' }).click();
      await click(page, 'e3');
      await click(page, 'e5');
      await shows(said, 'e3-e5 is not good enough. Try again.');
      await counts(page.locator('.moves .move'), before);
    },
    address('analyse', game),
  );
});
