/** The new-game form on phones. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve, withPage } from './harness.js';

serve();

for (const width of [320, 360, 375, 390, 412]) {
  test(`a card at the edge shows that more games follow in a window ${width} pixels wide`, async () => {
    await withPage({ viewport: { width, height: 844 }, hasTouch: true }, async (page) => {
      const shares = await page.locator('.cards').evaluate((cards) => {
        const edge = cards.getBoundingClientRect().right;
        return [...cards.children].map((card) => {
          const { left, width } = card.getBoundingClientRect();
          return Math.min(Math.max((edge - left) / width, 0), 1);
        });
      });
      assert.ok(
        shares.some((share) => share > 0.25 && share < 0.75),
        String(shares),
      );
    });
  });
}

test('the time and the level are seen above Start on a phone', async () => {
  for (const locale of ['en-GB', 'de-DE']) {
    const viewport = { width: 390, height: 844 };
    await withPage({ viewport, hasTouch: true, locale }, async (page) => {
      const top = (await page.locator('.start').boundingBox())?.y ?? 0;
      for (const field of ['.range output', '.range input', 'select:has(option[value="3+2"])']) {
        const box = await page.locator(field).boundingBox();
        assert.ok(box && box.y + box.height <= top, `${field} in ${locale}`);
      }
    });
  }
});
