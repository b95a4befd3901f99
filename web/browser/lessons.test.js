/** The rules as exercises. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './axe.js';
import {
  address,
  click,
  counts,
  eventually,
  move,
  newGame,
  serve,
  show,
  shows,
  sizes,
  status,
  withPage,
} from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

serve();

/** @param {Page} page */
const names = async (page) =>
  (await page.locator('.lesson-list button').allTextContents()).join(', ');

for (const [name, viewport] of Object.entries(sizes)) {
  test(`exercises are tried, failed and solved on a ${name}`, async () => {
    await withPage(
      { viewport },
      async (page) => {
        const said = page.locator('.lesson [role=status]');
        await page.getByRole('button', { name: 'Capture', exact: true }).click();
        await shows(page.locator('.lesson-task'), /Capture the defender between two/);
        await click(page, 'f2');
        await click(page, 'f1');
        await shows(said, 'Nothing is captured: the defender is not between two of your pieces.');
        const tone = () => said.getAttribute('data-tone');
        assert.equal(await tone(), 'bad');
        await page.getByRole('button', { name: 'Try again' }).click();
        await shows(said, '');
        assert.equal(await tone(), null, 'no sign is left without its words');
        await click(page, 'f2');
        await click(page, 'd2');
        await shows(said, 'Right.');
        await eventually(() => names(page), /Capture ✓/);
        await check(page);
        await page.getByRole('button', { name: 'Next exercise' }).click();
        await shows(page.locator('.lesson-task'), /against the corner/);
        await click(page, 'c3');
        await click(page, 'c1');
        await shows(said, 'Right.');
      },
      address('rules', { variant: 'brandubh-macwhite' }),
    );
  });
}

test('a wrong move in an exercise is answered with its reason, and not with the solution', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const said = page.locator('.lesson [role=status]');
      const arrows = page.locator('#board .arrow');
      const holes = page.locator('#board .drawn-ring');
      const wrong = {
        'The hostile throne f2f7': /not between your piece and the empty throne\.$/,
        'The king in the open g3g2':
          /^The king is not captured: he gets away with c3-[a-z]\d\S*\.$/,
        'The escape a3a6': /^The king is not out yet.* in one move\.$/,
        'The ring e5d5': /^The ring has a gap at e5\.$/,
        'The ring b6b7': /^The ring has a gap: the defenders get out with [a-z]\d-d7\.$/,
      };
      for (const [tried, reason] of Object.entries(wrong)) {
        const [, name, from, to] = /^(.*) (\w\d)(\w\d)$/.exec(tried) ?? [];
        await page.getByRole('button', { name }).click();
        await click(page, from);
        await click(page, to);
        await shows(said, reason);
        // The reply is on the board until the next try.
        const words = (await said.textContent()) ?? '';
        await counts(arrows, /with \S+\d/.test(words) ? 1 : 0);
        await counts(holes, /gap at/.test(words) ? 1 : 0);
        await page.getByRole('button', { name: 'Try again' }).click();
        await counts(page.locator('#board').locator('.arrow, .drawn-ring'), 0);
      }
      await show(page, address('rules', { variant: 'tablut' }));
      await counts(page.locator('#board [data-square]'), 81);
      await page.getByRole('button', { name: 'The king on the throne' }).click();
      await click(page, 'e6');
      await click(page, 'e9');
      await shows(said, /^Now the king escapes with e5-\S+\.$/);
      await counts(arrows, 1);
      await check(page);
    },
    address('rules', { variant: 'brandubh-macwhite' }),
  );
});

test('an exercise has its board and its task in the window of a phone, and gives the board back', async () => {
  await withPage(
    { viewport: sizes.phone },
    async (page) => {
      const soldiers = page.locator('#board .piece-t');
      await page.getByRole('button', { name: 'The escape' }).click();
      await shows(page.locator('.lesson-task'), /Let the king escape/);
      for (const part of ['#board', '.lesson-task']) {
        const box = await page.locator(part).boundingBox();
        assert.ok(box && box.y >= 0 && box.y + box.height <= sizes.phone.height, part);
      }
      await counts(page.locator('.board'), 1);
      assert.notEqual(await soldiers.count(), 8);
      await page.getByRole('button', { name: 'Leave the exercises' }).click();
      await counts(soldiers, 8);
      await counts(page.locator('#board .cell-movable'), 0);
      await page.locator('.plate.to-move', { hasText: 'Defenders' }).waitFor();
      await page.getByRole('button', { name: 'The escape' }).click();
      await page.locator('.lesson-task').waitFor();
      await show(page, 'analyse');
      await counts(soldiers, 8);
      await show(page, 'rules');
      await page.locator('.lesson-task').waitFor({ state: 'hidden' });
      await counts(soldiers, 8);
    },
    address('rules', { variant: 'brandubh-macwhite', moves: 'd2e2' }),
  );
});

test('a ruleset has exercises for the rules that it has', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const expected = {
        'brandubh-macwhite':
          /Capture, The hostile corner, .*The escape, The ring, Loss by repetition$/,
        copenhagen: /Shield wall, .*The escape, The edge fort, The ring, Win by repetition$/,
        tablut: /^Capture, The hostile throne, The king in the open.*Win by repetition$/,
        'tablut-linnaean': /^Capture, .*The besieged throne, .*Draw by repetition$/,
        foteviken: /^Capture, .*The king in the open.*The king at a fort, The escape/,
        magpie: /^Capture, .*The escape/,
        'alea-evangelii': /^Capture, .*The king in the open, .*The escape, .*The ring, Loss by/,
        // Its defenders may not repeat a position, so that there is nothing to try.
        'hnefatafl-org-11': /^Capture, .*The edge fort, The ring$/,
        'ashton-tablut':
          /The hostile fort, (?!The besieged).*The king at a fort, The escape, Draw by repetition$/,
      };
      for (const [variant, list] of Object.entries(expected)) {
        await show(page, address('rules', { variant }));
        await eventually(() => names(page), list);
      }
      await eventually(() => names(page), /^(?!.*(corner|Shield|ring))/);
    },
    'rules',
  );
});

/** Rules, exercises, a wrong move with what is said of it, and a right one. @type {[string, string, string, RegExp, string][]} */
const tries = [
  [
    'ashton-tablut',
    'The hostile fort',
    'd8d6',
    /not between your piece and the empty fort/,
    'd8d5',
  ],
  ['ashton-tablut', 'The king at a fort', 'd8d6', /^Now the king escapes with c5-/, 'd8d5'],
  ['ashton-tablut', 'Draw by repetition', 'g2g4', /not the position before these/, 'g2g3'],
  ['tablut-linnaean', 'The besieged throne', 'c7d7', /between your piece and the king’s/, 'c7e7'],
  ['copenhagen', 'Win by repetition', 'i2i4', /not the position before these moves/, 'i2i3'],
  ['brandubh-macwhite', 'Loss by repetition', 'e2e3', /^Defenders win: .* repeated/, 'e2e1'],
];

test('the exercises of rarer rules are tried, failed and solved', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const shown = page.getByLabel('Rules of');
      for (const [variant, name, wrong, reason, right] of tries) {
        if ((await shown.inputValue()) !== variant) {
          await show(page, address('rules', { variant }));
          // The exercises of the game before stand there until then.
          await eventually(() => shown.inputValue(), variant);
        }
        await page.getByRole('button', { name }).click();
        for (const [move, told] of /** @type {[string, RegExp][]} */ ([
          [wrong, reason],
          [right, /^Right\.$/],
        ])) {
          await click(page, move.slice(0, 2));
          await click(page, move.slice(2));
          await shows(page.locator('.lesson [role=status]'), told);
          if (move === wrong) await page.getByRole('button', { name: 'Try again' }).click();
        }
      }
      await shows(page.locator('.lesson-task'), /after c3-c2, e3-e2, c2-c3\. Repeating/);
      await check(page);
    },
    'rules',
  );
});

test('the king is taken by as many as the ruleset asks for', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const pieces = page.locator('#board .piece-t');
      for (const [variant, open, throne] of [
        ['brandubh-macwhite', 2, 4],
        ['copenhagen', 4, 4],
      ]) {
        await show(page, address('rules', { variant: String(variant) }));
        const squares = variant === 'copenhagen' ? 121 : 49;
        await counts(page.locator('#board [data-square]'), squares);
        await page.locator('.lessons').waitFor();
        await page.getByRole('button', { name: 'The king in the open' }).click();
        await counts(pieces, Number(open));
        await page.getByRole('button', { name: 'The king on the throne' }).click();
        await counts(pieces, Number(throne));
      }
    },
    'rules',
  );
});

test('the rules of another game are shown while a game goes on', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await page.getByLabel('Rules of').selectOption('copenhagen');
      await shows(page.locator('.rules h2'), /Copenhagen/);
      await eventually(() => names(page), /Shield wall/);
      // The board shows its start, and the own game again elsewhere.
      await counts(page.locator('#board [data-square]'), 121);
      await show(page, 'play');
      await counts(page.locator('#board [data-square]'), 49);
      await show(page, 'rules');
      await shows(page.locator('.rules h2'), /Brandubh/);
    },
    address('rules', { variant: 'brandubh-macwhite' }),
  );
});

test('the field for the game comes first, and its start position is read-only', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const field = page.getByLabel('Rules of');
      await page.locator('.lessons').waitFor();
      const [first, exercises] = await Promise.all([
        field.boundingBox(),
        page.locator('.lessons').boundingBox(),
      ]);
      assert.ok(first && exercises && first.y < exercises.y);
      await field.selectOption('tablut');
      await counts(page.locator('#board .piece-t'), 16);
      await counts(page.locator('#board .cell-movable'), 0);
    },
    address('rules', { variant: 'brandubh-macwhite', moves: 'd1b1' }),
  );
});

test('the game whose rules are shown can be played, and a running one is left only if agreed', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
    await move(page, 'd1', 'b1');
    await counts(page.locator('.moves .move'), 1);
    await show(page, 'rules');
    await page.getByLabel('Rules of').selectOption('tablut');
    await counts(page.locator('#board .piece-t'), 16);
    await page.getByRole('button', { name: 'Play this game' }).click();
    await page.getByRole('button', { name: 'Keep playing' }).click();
    await show(page, 'play');
    await shows(status(page), 'Defenders to move');
    await counts(page.locator('#board .piece-t'), 8);
    await show(page, 'rules');
    await page.getByLabel('Rules of').selectOption('tablut');
    await shows(page.locator('.rules h2'), /Tablut/);
    await page.getByRole('button', { name: 'Play this game' }).click();
    await page.getByRole('button', { name: 'Leave this game' }).click();
    await page.waitForSelector('body[data-view=play][data-setting-up]');
    await eventually(() => page.getByLabel('Game', { exact: true }).inputValue(), 'tablut');
    await counts(page.locator('#board .piece-t'), 16);
  });
});
