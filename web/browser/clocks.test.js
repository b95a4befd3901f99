/** The clocks can be read in every window and language. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockText } from '../page/js/game/clock.js';
import { serve, withPage } from './harness.js';

serve();

test('a clock counts down in seconds, and in tenths at the end', () => {
  const texts = [61_000, 60_000, 10_001, 10_000, 9999, 9960, 950, 40, 0].map(clockText);
  const expected = [
    '1:01',
    '1:00',
    '0:11',
    '0:10',
    '0:09.9',
    '0:09.9',
    '0:00.9',
    '0:00.0',
    '0:00.0',
  ];
  assert.deepEqual(texts, expected);
});

for (const locale of ['en-GB', 'de-DE', 'fr-FR', 'es-ES']) {
  test(`the clocks stay on one line in narrow windows (${locale})`, async () => {
    for (const [width, height, hasTouch] of /** @type {[number, number, boolean][]} */ ([
      [320, 568, true],
      [360, 740, true],
      [412, 915, true],
      [360, 225, false],
    ])) {
      await withPage({ viewport: { width, height }, hasTouch, locale }, async (page) => {
        await page.locator('select:has(option[value=both])').selectOption('both');
        await page.locator('select:has(option[value="15+10"])').selectOption('15+10');
        await page.locator('.start button').click();
        await page.locator('.plate-clock.runs').waitFor();
        // Taken pieces need room as well.
        await page.locator('.plate-taken').evaluateAll((places) => {
          const svg = '<svg viewBox="-45 -45 600 90"></svg>';
          for (const place of places) place.innerHTML = svg;
        });
        const found = await page.locator('.plate-clock').evaluateAll((clocks) =>
          clocks.map((clock) => {
            const style = getComputedStyle(clock);
            const box = clock.getBoundingClientRect();
            const tools = document.querySelector('.board-tools')?.getBoundingClientRect();
            const row = clock.closest('.plate-row')?.getBoundingClientRect();
            const isCovered = !!tools && tools.top < box.bottom && tools.left < box.right - 0.5;
            return {
              isOneLine: box.height < 2 * parseFloat(style.lineHeight || style.fontSize),
              isWhole: clock.scrollWidth <= clock.clientWidth,
              isInside: !!row && box.left >= row.left && box.right <= row.right + 0.5,
              isCovered: isCovered && box.top < tools.bottom,
            };
          }),
        );
        const good = { isOneLine: true, isWhole: true, isInside: true, isCovered: false };
        assert.deepEqual(found, [good, good], `${width}×${height}`);
      });
    }
  });
}
