/** The form in which rules are changed: its words, what it refuses, and the names of own games. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { designTexts } from '../page/js/texts-design.js';
import { check } from './axe.js';
import {
  address,
  click,
  counts,
  eventually,
  move,
  program,
  saved,
  serve,
  show,
  shows,
  sizes,
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

test('pieces that a smaller board has no room for come back with a larger one', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await openRoom(page);
      const pieces = page.locator('#board .piece-t');
      const side = page.getByLabel('Squares per side');
      await counts(pieces, 8);
      await side.selectOption('5');
      await counts(page.locator('#board [data-square]'), 25);
      await counts(pieces, 4);
      await side.selectOption('7');
      await counts(page.locator('#board [data-square]'), 49);
      await counts(pieces, 8);
    },
    rules,
  );
});

test('a board without a king or without attackers is refused in words', async () => {
  await withPage(
    { viewport: sizes.desktop, locale: 'de' },
    async (page) => {
      const alert = page.locator('.design-actions .error');
      await page.getByLabel('Felder pro Seite').waitFor();
      await page.getByLabel('Ausgehen von').selectOption('copenhagen');
      await counts(page.locator('#board [data-square]'), 121);
      await page.getByLabel('Felder pro Seite').selectOption('7');
      await shows(alert, /mindestens einen Angreifer/);
      await counts(page.locator('#board [data-square]'), 121);
      await page.getByRole('button', { name: 'König', exact: true }).click();
      await click(page, 'f6');
      await shows(alert, /braucht einen König/);
      await counts(page.locator('#board .piece-K'), 1);
    },
    'design',
  );
});

test('every choice of the program has words in the language of the page', async () => {
  const { stdout } = spawnSync(program, { input: 'fields\nquit\n', encoding: 'utf8' });
  const { fields } = JSON.parse(/^fields (.*)$/m.exec(stdout)?.[1] ?? '{}');
  for (const { name } of fields) assert.notEqual(designTexts.field(name), name, name);
  const choices = fields.filter((/** @type {{ kind: string }} */ { kind }) => kind === 'choice');
  assert.ok(choices.length > 8);
  for (const { name, values } of choices) {
    for (const { value } of values) assert.ok(designTexts.option(name, value), `${name}=${value}`);
  }
  assert.equal(designTexts.option('king-move', '5'), 'up to 5 squares');
  assert.equal(designTexts.option('escape', 'to-the-moon'), null);
  await withPage(
    { viewport: sizes.desktop, locale: 'fr' },
    async (page) => {
      await page.locator('.design-part').first().waitFor();
      const list = page.locator('#design-escape');
      assert.deepEqual(await list.locator('option').allTextContents(), ['les coins', 'le bord']);
      assert.equal(await page.locator('.design-part option[lang=en]').count(), 0);
      await check(page);
    },
    'design',
  );
});

test('impossible limits and squares are refused beside their fields', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await openRoom(page);
      await open(page, 'End of the game');
      const limit = page.getByLabel(/Drawn after this many moves/);
      for (const value of ['0', '-3', '70000', '1.5']) {
        await limit.fill(value);
        await limit.blur();
        await shows(
          page.locator('.field', { has: limit }).getByRole('alert'),
          'That did not work: the limit is a whole number from 1 to 65535, or empty',
        );
      }
      await limit.fill('50');
      await limit.blur();
      await shows(words(page), /50/);
      await open(page, 'Throne');
      await page.locator('[id="design-throne.squares"]').selectOption('own');
      const list = page.getByLabel('Squares: Names of squares, such as d4 e5');
      await list.first().fill('d4 foo j9');
      await list.first().blur();
      await page.getByRole('alert').getByText('not squares of this board: foo j9').waitFor();
      await check(page);
      await list.first().fill('d4, C3');
      await list.first().blur();
      await shows(words(page), /c3 and d4|d4 and c3/);
    },
    rules,
  );
});

test('own rules are listed by their name', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await openRoom(page);
      await page.getByLabel('Name of the game').fill('Hundetafl');
      await page.getByLabel('Name of the game').blur();
      await page.getByLabel('The king escapes to').selectOption('edge');
      await page.getByRole('button', { name: 'Play it' }).click();
      await page.waitForSelector('body[data-view=play][data-setting-up]');
      const chosen = (/** @type {string} */ label) =>
        page
          .getByLabel(label, { exact: true })
          .evaluate((list) => /** @type {any} */ (list).selectedOptions[0]?.textContent);
      await eventually(() => chosen('Game'), 'Hundetafl');
      await page.getByLabel('Rules string').waitFor({ state: 'hidden' });
      // It stays on offer when another game is chosen, and after a reload.
      await page.getByLabel('Game', { exact: true }).selectOption('tablut');
      await counts(page.locator('#board [data-square]'), 81);
      await page.reload();
      await page.waitForSelector('body[data-ready]');
      await page.getByLabel('Game', { exact: true }).selectOption('Hundetafl');
      await counts(page.locator('#board [data-square]'), 49);
      await show(page, 'rules');
      await eventually(() => chosen('Rules of'), 'Hundetafl');
      await page.reload();
      await page.waitForSelector('body[data-ready]');
      await eventually(() => chosen('Rules of'), 'Hundetafl');
      await page.getByRole('button', { name: 'Change these rules' }).click();
      await eventually(() => chosen('Start with'), 'Hundetafl');
      await show(page, 'analyse');
      await page.getByRole('button', { name: 'Set up a position' }).click();
      await eventually(() => chosen('Game'), 'Hundetafl');
    },
    rules,
  );
});

test('games by own rules are listed by their name when they are read from a file', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await openRoom(page);
      await page.getByLabel('Name of the game').fill('Hundetafl');
      await page.getByLabel('Name of the game').blur();
      await page.getByRole('button', { name: 'Play it' }).click();
      await page.waitForSelector('body[data-view=play][data-setting-up]');
      await page.getByLabel('You play').selectOption('both');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await move(page, 'd1', 'c1');
      await counts(page.locator('.moves .move'), 1);
      await show(page, 'records');
      const text = (await saved(page, 'Record')).bytes.toString();
      await page.getByLabel(/Or paste/).fill(text + text);
      await page.getByRole('button', { name: 'Read', exact: true }).click();
      await shows(
        page.getByRole('region', { name: 'Open' }).locator('.games li').last(),
        /^2\. .* · Hundetafl · unfinished · 1 move$/,
      );
    },
    rules,
  );
});
