/** The new-game form. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { click, serve, shows, withPage } from './harness.js';

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

for (const [width, height] of [
  [1280, 800],
  [390, 844],
]) {
  test(`a time that is too short is said and seen, also after a move, at ${width}×${height}`, async () => {
    await withPage({ viewport: { width, height } }, async (page) => {
      await page.getByLabel('Time', { exact: true }).selectOption('clock');
      const minutes = page.getByLabel('Minutes per side');
      await minutes.fill('0.1');
      const start = page.getByRole('button', { name: 'Start', exact: true });
      const moveAPiece = async () => {
        await click(page, 'd1');
        await click(page, 'b1');
      };
      for (const begin of [() => start.click(), moveAPiece]) {
        await minutes.press('ArrowUp');
        await minutes.fill('0.1');
        await page.locator('.side').evaluate((side) => side.scrollTo(0, 0));
        await begin();
        const words = 'Minutes per side: 0.5 to 180, in steps of 0.5.';
        await shows(page.locator('.start [role=alert]'), words);
        const [field, bar] = [
          await minutes.boundingBox(),
          await page.locator('.start').boundingBox(),
        ];
        assert.ok(field && bar && field.y > 0 && field.y + field.height <= bar.y, 'it is seen');
      }
      await minutes.fill('3');
      await shows(page.locator('.start [role=alert]'), '');
      await start.click();
      await page.locator('.game-panel').waitFor();
    });
  });
}

test('in a low window the choices are summed up beside Start, and the chosen card is seen whole', async () => {
  for (const [width, height] of [
    [360, 640],
    [740, 360],
  ]) {
    await withPage({ viewport: { width, height }, hasTouch: true }, async (page) => {
      const summary = page.locator('.start-summary');
      await shows(summary, 'Attackers\u00a0· level 8\u00a0· 1 s per move');
      await page.locator('select:has(option[value="3+2"])').selectOption('3+2');
      await shows(summary, 'Attackers\u00a0· level 8\u00a0· 3+2');
      await page.getByLabel('You play').selectOption('both');
      await shows(summary, 'both (two people)\u00a0· 3+2');
      assert.ok(await summary.isVisible());
      await page.getByLabel('Game', { exact: true }).selectOption('alea-evangelii');
      const card = page.locator('.card[aria-pressed=true]');
      await shows(card, /^Alea/);
      if (!(await card.isVisible())) return;
      const [row, box] = [await page.locator('.cards').boundingBox(), await card.boundingBox()];
      assert.ok(row && box && box.x >= row.x && box.x + box.width <= row.x + row.width + 1);
      const cut = await page
        .locator('.card-name')
        .evaluateAll((names) => names.filter((name) => name.scrollWidth > name.clientWidth).length);
      assert.equal(cut, 0, 'no name is cut');
    });
  }
});

test('nothing covers the side and the time on a phone on its side', async () => {
  await withPage({ viewport: { width: 740, height: 360 }, hasTouch: true }, async (page) => {
    const top = (await page.locator('.start').boundingBox())?.y ?? 0;
    for (const field of ['Game', 'You play', 'Time']) {
      const box = await page.getByLabel(field, { exact: true }).boundingBox();
      assert.ok(box && box.y + box.height <= top, field);
    }
  });
});
