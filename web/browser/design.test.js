/** The room in which rules are changed, tried, judged and saved. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { favoured } from '../page/js/design/balance.js';
import { resized, turns, widened } from '../page/js/design/shape.js';
import { check } from './axe.js';
import {
  address,
  click,
  counts,
  eventually,
  move,
  program,
  serve,
  show,
  shows,
  sizes,
  status,
  waitForTurn,
  withPage,
} from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

serve();

/** Goes from the rules of Brandubh to the room. @param {Page} page */
async function openRoom(page) {
  await page.getByRole('button', { name: 'Change these rules' }).click();
  await page.waitForSelector('body[data-view=design]');
  await page.locator('.design-part').first().waitFor();
}

/** @param {Page} page @param {string} part */
const open = (page, part) => page.locator('summary', { hasText: part }).click();

/** @param {Page} page */
const words = (page) => page.locator('.rules-body ul');

const rules = address('rules', { variant: 'brandubh-macwhite' });

for (const [name, viewport] of Object.entries(sizes)) {
  test(`a rule is changed and played on a ${name}`, async () => {
    await withPage(
      { viewport },
      async (page) => {
        await openRoom(page);
        await check(page);
        await open(page, 'Moves');
        await page.getByLabel('How far the king moves').focus();
        await page.getByLabel('How far the king moves').selectOption('step');
        // The sentence of this rule, and all of them.
        await shows(
          page.locator('.field', { hasText: 'How far the king moves' }),
          /moves one square/,
        );
        await shows(words(page), /the king moves one square/);
        // The focus stays, for players who use the keyboard.
        await page.waitForSelector('#design-king-move:focus');
        await page.getByLabel('The king escapes to').selectOption('edge');
        await shows(words(page), /reaching any square of the board's edge/);
        await check(page);
        const fits = await page.evaluate(
          () => document.documentElement.scrollWidth <= window.innerWidth,
        );
        assert.ok(fits);
        await page.getByRole('button', { name: 'Play it' }).click();
        await page.waitForSelector('body[data-view=play][data-setting-up]');
        await page.getByLabel('You play').selectOption('attackers');
        await page.getByLabel('Seconds per move').fill('0.1');
        await page.getByRole('button', { name: 'Start', exact: true }).click();
        await page.locator('.game-panel').waitFor();
        await move(page, 'd1', 'c1');
        await waitForTurn(page, 2);
        // It is saved under its own name, and its rules are kept.
        await show(page, 'records');
        await page.locator('.saved-title', { hasText: 'My Brandubh' }).waitFor();
        await page.reload();
        await page.waitForSelector('body[data-ready]');
        await show(page, 'play');
        await shows(status(page), 'Attackers to move');
      },
      rules,
    );
  });
}

test('the game can be played from every part of the form', async () => {
  await withPage(
    { viewport: sizes.phone },
    async (page) => {
      await openRoom(page);
      const end = sizes.phone.height;
      for (const part of ['Throne', 'The king', 'End of the game']) {
        await page.locator('summary', { hasText: part }).scrollIntoViewIfNeeded();
        const box = await page.getByRole('button', { name: 'Play it' }).boundingBox();
        assert.ok(box && box.y + box.height <= end, `${part}: ${box?.y}`);
      }
      // What is wrong is told where the player is.
      await page.getByLabel('On all four sides').uncheck();
      await page.locator('.kind[aria-label*="king" i]').click();
      await click(page, 'd4');
      const told = await page.getByRole('alert').filter({ hasText: 'king' }).boundingBox();
      assert.ok(told && told.y >= 0 && told.y + told.height <= end);
    },
    rules,
  );
});

test('pieces are placed on all four sides, and the board grows around its centre', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await openRoom(page);
      const pieces = page.locator('#board .piece-t');
      await counts(pieces, 8);
      await click(page, 'b1');
      await counts(pieces, 12);
      await click(page, 'g2');
      await counts(pieces, 8);
      await page.getByLabel('Squares per side').selectOption('9');
      await counts(page.locator('#board [data-square]'), 81);
      await counts(pieces, 8);
      await page.locator('#board [data-square=e5][aria-label*="king, throne"]').waitFor();
    },
    rules,
  );
});

test('rules that cannot be played are refused, and the last ones stay', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await openRoom(page);
      await page.getByRole('button', { name: 'king', exact: true }).click();
      // The king is taken off the board.
      await click(page, 'd4');
      await page
        .getByRole('alert')
        .getByText(/That did not work: .*king/)
        .waitFor();
      await counts(page.locator('#board .piece-K'), 1);
      await page.getByLabel('Name of the game').fill('Königstafl');
      await page.getByLabel('Name of the game').blur();
      await eventually(() => page.locator('.design-actions .error').innerText(), '');
    },
    rules,
  );
});

test('the rules are saved as a file that the program reads', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await openRoom(page);
      await open(page, 'Throne');
      // A rule that no rules string can express.
      await page.getByLabel('The king announces his escape').selectOption('yes');
      await shows(words(page), /He must announce his escape/);
      const waiting = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save file' }).click();
      const download = await waiting;
      assert.equal(download.suggestedFilename(), 'own-my-brandubh.toml');
      const folder = mkdtempSync(join(tmpdir(), 'branan-'));
      const path = join(folder, 'own.toml');
      await download.saveAs(path);
      const told = execFileSync(
        program,
        ['--variants', path, 'variants', '--explain', 'own-my-brandubh'],
        { encoding: 'utf8' },
      );
      rmSync(folder, { recursive: true });
      assert.match(told, /My Brandubh \(own-my-brandubh\)/);
      assert.match(told, /He must announce his escape/);
    },
    rules,
  );
});

/** Changes a field and clicks a button at once, faster than any answer. @param {Page} page @param {[string, string, string]} what */
const changeAndClick = (page, what) =>
  page.evaluate(([id, value, label]) => {
    const field = /** @type {HTMLSelectElement} */ (document.getElementById(id));
    field.value = value;
    field.dispatchEvent(new Event('change'));
    [...document.querySelectorAll('button')]
      .find((button) => button.textContent === label)
      ?.click();
  }, what);

test('what is asked for right after a change has the change', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await openRoom(page);
      await page.getByLabel('Name of the game').fill('Hundetafl');
      await page.getByRole('button', { name: 'Play 100 games' }).click();
      await shows(page.locator('.balance'), /\d+ of 100 games played/);
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await page.getByLabel('Name of the game').fill('Kattetafl');
      await page.getByLabel('Name of the game').blur();
      const waiting = page.waitForEvent('download');
      await changeAndClick(page, ['design-king-move', 'step', 'Save file']);
      const download = await waiting;
      assert.equal(download.suggestedFilename(), 'own-kattetafl.toml');
      assert.match(readFileSync(await download.path(), 'utf8'), /king-move = "step"/);
      await changeAndClick(page, ['design-escape', 'edge', 'Play it']);
      await page.waitForSelector('body[data-view=play][data-setting-up]');
      await show(page, 'rules');
      await page
        .locator('li', { hasText: "reaching any square of the board's edge" })
        .first()
        .waitFor();
    },
    rules,
  );
});

test('the rules being changed survive a reload, and come back after others', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await openRoom(page);
      await open(page, 'Moves');
      const king = page.getByLabel('How far the king moves');
      await page.getByLabel('Name of the game').fill('Hundetafl');
      await page.getByLabel('Name of the game').blur();
      await king.selectOption('step');
      await shows(words(page), /the king moves one square/);
      await page.reload();
      await page.waitForSelector('body[data-ready]');
      await show(page, rules);
      await openRoom(page);
      await eventually(() => page.getByLabel('Name of the game').inputValue(), 'Hundetafl');
      await open(page, 'Moves');
      await eventually(() => king.inputValue(), 'step');
      await page.getByRole('button', { name: 'Start again' }).click();
      await eventually(() => page.getByLabel('Name of the game').inputValue(), 'My Brandubh');
      await eventually(() => king.inputValue(), 'rook');
      // Nor are they lost then, or by another game.
      const back = page.getByRole('button', { name: 'Back to “Hundetafl”' });
      await page.getByLabel('Start with').selectOption('tablut');
      await eventually(() => page.getByLabel('Name of the game').inputValue(), 'My Tablut');
      await back.click();
      await eventually(() => page.getByLabel('Name of the game').inputValue(), 'Hundetafl');
      await eventually(() => king.inputValue(), 'step');
      await counts(back, 0);
      // Two that are changed take turns.
      await page.getByLabel('Start with').selectOption('tablut');
      await eventually(() => page.getByLabel('Name of the game').inputValue(), 'My Tablut');
      await king.selectOption('step');
      await shows(words(page), /the king moves one square/);
      await back.click();
      await eventually(() => page.getByLabel('Name of the game').inputValue(), 'Hundetafl');
      await page.getByRole('button', { name: 'Back to “My Tablut”' }).click();
      await eventually(() => page.getByLabel('Name of the game').inputValue(), 'My Tablut');
      await eventually(() => king.inputValue(), 'step');
      await page.getByRole('button', { name: 'Start again' }).and(page.locator(':focus')).waitFor();
      // Both are there after a reload, also if another game is changed first.
      for (const other of [rules, address('rules', { variant: 'fetlar' })]) {
        await page.reload();
        await page.waitForSelector('body[data-ready]');
        await show(page, other);
        await openRoom(page);
        await page.getByRole('button', { name: 'Back to' }).waitFor();
      }
      await page.getByRole('button', { name: 'Back to “My Tablut”' }).click();
      await eventually(() => page.getByLabel('Name of the game').inputValue(), 'My Tablut');
    },
    rules,
  );
});

test('quick games are played, counted and stopped', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await openRoom(page);
      const balance = page.locator('.balance');
      await page.getByRole('button', { name: 'Play 100 games' }).click();
      await shows(
        balance,
        /[2-9]\d* of 100 games played\. Attackers \d+, drawn \d+, defenders \d+\./,
      );
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await page.getByRole('button', { name: 'Play 100 games' }).waitFor();
      // The results stay, with the rules by which they were played.
      await page.getByLabel('The king escapes to').selectOption('edge');
      const label = 'Played by other rules: My Brandubh · The king escapes to: the corners';
      await shows(balance, new RegExp(label));
      await page.getByRole('button', { name: 'Play 100 games' }).click();
      await counts(balance.locator('li'), 2);
      await shows(balance.locator('li').first(), /[2-9]\d* of 100 games played/);
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await shows(balance.locator('li').last(), new RegExp(label));
      await check(page);
      await page.getByLabel('The king escapes to').selectOption('corners');
      await shows(
        balance.locator('li').first(),
        /Played by other rules: My Brandubh · The king escapes to: the edge/,
      );
      await shows(balance.locator('li').last(), /^\d+ of 100/);
    },
    rules,
  );
});

test('a side is favoured only by a clear result', () => {
  assert.equal(favoured({ attackers: 0, draws: 0, defenders: 0 }), null);
  assert.equal(favoured({ attackers: 55, draws: 0, defenders: 45 }), null);
  assert.deepEqual(favoured({ attackers: 70, draws: 0, defenders: 30 }), {
    side: 'attackers',
    percent: 70,
  });
  assert.deepEqual(favoured({ attackers: 0, draws: 0, defenders: 100 }), {
    side: 'defenders',
    percent: 100,
  });
  // Two games show nothing.
  assert.equal(favoured({ attackers: 2, draws: 0, defenders: 0 }), null);
});

test('boards are turned and resized around their centre', () => {
  assert.deepEqual(turns('b1', 7).sort(), ['a6', 'b1', 'f7', 'g2']);
  assert.deepEqual(turns('d4', 7), ['d4']);
  const area = { squares: null };
  const ruleset = {
    ...{ name: 'x', title: 'x', source: 'x', aliases: [], start: '2t2/5/t1K1t/5/2t2 d' },
    ...{ throne: { squares: ['c3'] }, corners: { squares: ['a1'] } },
    ...{ 'attacker-forts': area, 'defender-forts': area },
  };
  const larger = resized(ruleset, 7);
  assert.equal(larger.start, '7/3t3/7/1t1K1t1/7/3t3/7 d');
  assert.deepEqual(larger.throne.squares, ['d4']);
  assert.deepEqual(larger.corners.squares, ['b2']);
  assert.deepEqual(resized(larger, 5), ruleset);
  // What a smaller board has no room for comes back on a larger one.
  const smaller = resized(ruleset, 3);
  assert.equal(smaller.start, '3/1K1/3 d');
  assert.equal(widened(smaller, ruleset).start, ruleset.start);
  assert.deepEqual(widened(smaller, ruleset).corners.squares, ['a1']);
});
