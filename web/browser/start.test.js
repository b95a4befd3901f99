/** From opening the page to the first move. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  click,
  counts,
  eventually,
  serve,
  show,
  shows,
  sizes,
  status,
  waitForTurn,
  withPage,
} from './harness.js';

serve();

for (const [name, viewport] of Object.entries(sizes)) {
  test(`a move on the board starts a game on a ${name}`, async () => {
    await withPage({ viewport }, async (page) => {
      await click(page, 'd1');
      await page.locator('.mark-target').first().waitFor();
      await click(page, 'b1');
      await waitForTurn(page, 2);
      await shows(page.locator('.plate', { hasText: 'Attackers' }), /Player/);
    });
  });

  test(`a click on a piece of the other side starts a game on a ${name}`, async () => {
    await withPage({ viewport }, async (page) => {
      await click(page, 'd3');
      await waitForTurn(page, 1);
      await shows(status(page), 'Defenders to move');
      await shows(page.locator('.plate', { hasText: 'Defenders' }), /Player/);
    });
  });

  test(`choices show at once, and Start is always visible on a ${name}`, async () => {
    await withPage({ viewport }, async (page) => {
      const box = await page.getByRole('button', { name: 'Start', exact: true }).boundingBox();
      assert.ok(
        box && box.y + box.height <= viewport.height && box.x + box.width <= viewport.width,
      );
      await page.getByLabel('Game', { exact: true }).selectOption('copenhagen');
      await page.locator('[data-square=k11]').waitFor();
      await counts(page.locator('.board .piece-t'), 24);
      await show(page, 'rules');
      await page.getByRole('heading', { name: 'Copenhagen Hnefatafl' }).waitFor();
      await show(page, 'play');
      await page.getByRole('button', { name: /^Tablut/ }).click();
      await page.locator('[data-square=k11]').waitFor({ state: 'detached' });
      await counts(page.locator('.board .piece-t'), 16);
      await eventually(() => page.getByLabel('Game', { exact: true }).inputValue(), 'tablut');
      await counts(page.locator('.card[aria-pressed=true]'), 1);
    });
  });
}

test('a new player meets a beatable engine', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await page.getByText(/about 1\d\d\d Elo, casual player/).waitFor();
    await counts(page.locator('.card .small-board'), 6);
  });
});

test('Start moves the focus to the board, and so does the skip link', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    const square = () => page.evaluate(() => document.activeElement?.getAttribute('data-square'));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await eventually(async () => (await square()) ?? '', 'a1');
    await page.getByLabel('You play').selectOption('both');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('.game-panel').waitFor();
    await eventually(async () => (await square()) ?? '', 'a1');
  });
});

test('a missing rules string is explained in plain words', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await page.getByLabel('Game', { exact: true }).selectOption('Rules string…');
    await page.getByLabel('Rules string').fill('');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const isMissing = await page
      .getByLabel('Rules string')
      .evaluate((field) => field instanceof HTMLInputElement && field.validity.valueMissing);
    assert.ok(isMissing);
    assert.equal(
      await page
        .getByRole('alert')
        .getByText(/macwhite/)
        .count(),
      0,
    );
    await page.getByLabel('Rules string').fill('nonsense');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page
      .getByRole('alert')
      .getByText(/there are no such rules/)
      .first()
      .waitFor();
    assert.equal(await page.getByText(/UCI|option/).count(), 0);
    // Once.
    const start = page.getByRole('button', { name: 'Start', exact: true });
    await start.click();
    await counts(page.getByRole('alert').getByText(/there are no such rules/), 1);
    // The button stays under the pointer when the field is left.
    await page.getByLabel('You play').selectOption('both');
    await page
      .getByLabel('Rules string')
      .fill('dim:5 esc:e ks:w surf:n start:/2t2/2T2/tTKTt/2T2/2t2/');
    await start.click();
    await page.locator('.game-panel').waitFor();
  });
});

test('a page for this computer alone says how to open it on a phone', async () => {
  await withPage({ viewport: sizes.phone }, async (page) => {
    await page.getByRole('button', { name: 'On a phone' }).click();
    await shows(page.getByRole('dialog').locator('code'), 'branan board --host 0.0.0.0');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
