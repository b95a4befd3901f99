/** A game in progress is never out of sight, and its panel stays still. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { check } from './axe.js';
import {
  click,
  eventually,
  move,
  newGame,
  program,
  serve,
  show,
  shows,
  sizes,
  status,
  waitForTurn,
  withPage,
} from './harness.js';

const engine = fileURLToPath(new URL('slow-engine.js', import.meta.url));

// The engine stops late enough to look at the page while it thinks.
serve('--engine', `'${process.execPath}' '${engine}' '${program}' 5000`);

/** @typedef {import('playwright-core').Page} Page */

for (const [name, viewport] of Object.entries(sizes)) {
  test(`every room and the title tell of the game in progress on a ${name}`, async () => {
    await withPage({ viewport }, async (page) => {
      await page.getByLabel('Time', { exact: true }).selectOption('15+10');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await waitForTurn(page);
      const notice = page.locator('.game-notice');
      await eventually(() => page.title(), 'Your move – Play – Branán');
      assert.equal(await notice.isVisible(), false);
      for (const room of ['puzzles', 'design', 'rules', 'records', 'analyse']) {
        await show(page, room);
        await page.waitForSelector(`body[data-view=${room}]`);
        await shows(notice, /^Your move1[45]:\d\dBack to the game$/);
        assert.match(await page.title(), /^Your move – /);
        // It stays in view.
        await page.locator('.side').evaluate((side) => side.scrollTo(0, 10_000));
        const box = await notice.boundingBox();
        assert.ok(box && box.y >= 0 && box.y + box.height <= viewport.height, room);
        await check(page);
      }
      await notice.getByRole('link').click();
      await page.waitForSelector('body[data-view=play]');
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('button', { name: 'Yes' }).click();
      await eventually(() => page.title(), 'Play – Branán');
      await show(page, 'puzzles');
      await page.waitForSelector('body[data-view=puzzles]');
      assert.equal(await notice.isVisible(), false);
    });
  });
}

for (const locale of ['en-GB', 'de-DE', 'fr-FR']) {
  for (const [name, viewport] of Object.entries({ ...sizes, small: { width: 320, height: 568 } })) {
    test(`the buttons stay in place while the engine thinks (${locale}, ${name})`, async () => {
      await withPage({ viewport, locale }, async (page) => {
        await page.locator('.start button').click();
        await page.locator('.game-panel').waitFor();
        const buttons = async () =>
          JSON.stringify(
            await page
              .locator('.game-panel .controls button')
              .evaluateAll((buttons) =>
                buttons.map((button) => [
                  button.textContent,
                  Math.round(button.getBoundingClientRect().y),
                ]),
              ),
          );
        const before = await buttons();
        // Not `move`, which looks for English words.
        await click(page, 'd1');
        await click(page, 'b1');
        // The time that the engine has thought.
        await page.locator('.elapsed:not(:empty)').waitFor();
        assert.equal(await buttons(), before);
      });
    });
  }
}

test('a hint does not move the buttons', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite' });
    const resign = page.getByRole('button', { name: 'Resign' });
    const before = await resign.boundingBox();
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByText('Looking for a good move…').waitFor();
    assert.deepEqual(await resign.boundingBox(), before);
  });
});

test('during a game no analysis can be started, for one reason', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
    await move(page, 'd1', 'b1');
    await show(page, 'analyse');
    await page.waitForSelector('body[data-view=analyse]');
    for (const name of ['Analyse game', 'Prove it', 'Set up a position']) {
      assert.ok(await page.getByRole('button', { name }).isDisabled(), name);
    }
    const engine = page.getByRole('switch', { name: 'Analyse this position' });
    assert.ok((await engine.isDisabled()) && !(await engine.isChecked()));
    const reason = page.getByText('Analysis is available when the game in progress is over.');
    assert.equal(await reason.count(), 1);
    await check(page);
    await show(page, 'play');
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByText('Do the defenders resign?').waitFor();
    await page.getByRole('button', { name: 'Yes' }).click();
    await show(page, 'analyse');
    await page.locator('.line .score').first().waitFor();
    for (const name of ['Analyse game', 'Prove it', 'Set up a position']) {
      assert.ok(await page.getByRole('button', { name }).isEnabled(), name);
    }
    assert.ok((await engine.isEnabled()) && (await engine.isChecked()));
    await reason.waitFor({ state: 'detached' }).catch(() => {});
    assert.equal(await reason.count(), 0);
  });
});

test('a game between engines that a person ended says so', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'none' });
    await page.getByRole('button', { name: 'End the game' }).click();
    await shows(status(page), 'The game was stopped without a result.');
  });
});
