/** What people note in an analysis: signs, arrows and circles, and a deletion that is undone. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDrawn, writeDrawn } from '../page/js/board/drawn.js';
import { readNotes, writeNotes } from '../page/js/game/notes.js';
import { verdict } from '../page/js/analysis/chance.js';
import { address, counts, saved, serve, show, shows, sizes, withPage } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

serve();

const GAME = address('analyse', { variant: 'brandubh-macwhite', moves: 'd1c1 d5b5 c1c3' });

/** @param {Page} page @param {string} square */
async function middle(page, square) {
  const box = await page.locator(`#board [data-square=${square}]`).boundingBox();
  assert.ok(box);
  return /** @type {const} */ ([box.x + box.width / 2, box.y + box.height / 2]);
}

/** Drags with the right button. @param {Page} page @param {string} from @param {string} to */
async function draw(page, from, to) {
  await page.mouse.move(...(await middle(page, from)));
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(...(await middle(page, to)));
  await page.mouse.up({ button: 'right' });
}

for (const [name, viewport] of Object.entries(sizes)) {
  test(`a move gets a sign and a comment, which records keep, on a ${name}`, async () => {
    await withPage(
      { viewport },
      async (page) => {
        const comment = page.getByRole('textbox', { name: 'Comment on this move' });
        await comment.fill('Risky.');
        const sign = page.getByRole('button', { name: '!? interesting move' });
        await sign.click();
        await shows(page.locator('.move.here'), 'c1-c3!?');
        await shows(page.locator('.moves > .comment'), 'Risky.');
        assert.equal(await sign.getAttribute('aria-pressed'), 'true');
        assert.equal(await comment.inputValue(), 'Risky.');
        // Another sign replaces it, and the same again takes it away.
        await page.getByRole('button', { name: '? mistake', exact: true }).click();
        await shows(page.locator('.move.here'), 'c1-c3?');
        await page.getByRole('button', { name: '? mistake', exact: true }).click();
        await shows(page.locator('.move.here'), 'c1-c3');
        await sign.click();
        await show(page, 'records');
        const { path } = await saved(page, 'Record');
        await show(page, 'play');
        await page.getByRole('link', { name: 'Records' }).click();
        await page.locator('input[type=file]').setInputFiles(path);
        await shows(page.locator('.moves .move').nth(2), 'c1-c3!?');
        await shows(page.locator('.moves > .comment'), 'Risky.');
      },
      GAME,
    );
  });
}

test('a deletion is undone', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const moves = page.locator('.moves .move');
      const undo = page.getByRole('button', { name: 'Undo the deletion' });
      await moves.nth(1).click();
      await counts(undo, 0);
      await page.getByRole('button', { name: 'Delete from here' }).click();
      await counts(moves, 1);
      await undo.click();
      await counts(moves, 3);
      await shows(page.locator('.move.here'), 'd5-b5');
      await counts(undo, 0);
    },
    GAME,
  );
});

test('arrows and circles are drawn with the right button, and records keep them', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await page.getByLabel('Analyse this position').uncheck();
      const arrows = page.locator('#board .arrow');
      const rings = page.locator('#board .drawn-ring');
      await counts(arrows, 0);
      await draw(page, 'a4', 'a7');
      await draw(page, 'a7', 'c7');
      await draw(page, 'd4', 'd4');
      await counts(arrows, 2);
      await counts(rings, 1);
      // The same again removes it.
      await draw(page, 'a4', 'a7');
      await counts(arrows, 1);
      await page.getByRole('button', { name: 'Flip the board' }).click();
      await counts(arrows, 1);
      // The keys still go through the moves.
      await page.keyboard.press('ArrowLeft');
      await counts(rings, 0);
      await page.keyboard.press('ArrowRight');
      await counts(rings, 1);
      // They belong to the position.
      await page.getByRole('button', { name: 'One move back' }).click();
      await counts(rings, 0);
      await counts(arrows, 0);
      await page.getByRole('button', { name: 'One move forward' }).click();
      await counts(rings, 1);
      await counts(arrows, 1);
      // They stand beside words and a sign, and are not shown as words.
      const comment = page.getByRole('textbox', { name: 'Comment on this move' });
      await comment.fill('Risky.');
      await page.getByRole('button', { name: '!? interesting move' }).click();
      await shows(page.locator('.moves > .comment'), 'Risky.');
      assert.equal(await comment.inputValue(), 'Risky.');
      await counts(rings, 1);
      await show(page, 'records');
      const { path, bytes } = await saved(page, 'Record');
      assert.match(bytes.toString(), /\{: !\? Risky\. \\\[%csl Gd4\]\[%cal Ga7c7\]\}/);
      await show(page, 'analyse');
      await page.getByRole('button', { name: 'First position' }).click();
      // This circle is not in the file, so it tells when the game of the file is there.
      await draw(page, 'd4', 'd4');
      await counts(rings, 1);
      await show(page, 'records');
      await page.locator('input[type=file]').setInputFiles(path);
      await show(page, 'analyse');
      await counts(rings, 0);
      await page.getByRole('button', { name: 'Last position' }).click();
      await counts(rings, 1);
      await counts(arrows, 1);
    },
    GAME,
  );
});

test('while a game runs, arrows and circles are cleared with the left button', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const rings = page.locator('#board .drawn-ring');
      await draw(page, 'd4', 'd4');
      await counts(rings, 1);
      await page.locator('#board [data-square=e5]').click();
      await counts(rings, 0);
    },
    address('play', { variant: 'brandubh-macwhite' }),
  );
});

test('what is drawn in the analysis of a running game stays', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const rings = page.locator('#board .drawn-ring');
      await page.locator('#board [data-square=d1]').click();
      await page.locator('#board [data-square=c1]').click();
      // The board shows the engine's answer, whatever it showed before.
      await page.locator('.moves .move').nth(1).waitFor();
      await show(page, 'analyse');
      await page.getByRole('button', { name: 'First position' }).click();
      await draw(page, 'd4', 'd4');
      await counts(rings, 1);
      await page.getByRole('button', { name: 'Last position' }).click();
      await counts(rings, 0);
      await page.getByRole('button', { name: 'First position' }).click();
      await counts(rings, 1);
    },
    address('play', { variant: 'brandubh-macwhite' }),
  );
});

test('who is ahead is said in words', async () => {
  // The king escapes with his next move.
  const fen = '7/7/7/7/7/t6/2K4 d';
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await shows(page.locator('.verdict'), /^Defenders win in \d+ moves?: proven$/);
    },
    address('analyse', { variant: 'brandubh-macwhite', fen }),
  );
  assert.equal(verdict(0.5), null);
  assert.deepEqual(verdict(0.4), { side: 'attackers', degree: 'slightly' });
  assert.deepEqual(verdict(0.75), { side: 'defenders', degree: 'better' });
  assert.deepEqual(verdict(0.02), { side: 'attackers', degree: 'winning' });
});

test('a sign is the first word of a comment', () => {
  const drawn = new Map();
  assert.deepEqual(readNotes('!? Risky.'), { glyph: '!?', words: 'Risky.', drawn });
  assert.deepEqual(readNotes('??'), { glyph: '??', words: '', drawn });
  assert.deepEqual(readNotes('!important'), { glyph: '', words: '!important', drawn });
  assert.deepEqual(readNotes('!!! Well'), { glyph: '', words: '!!! Well', drawn });
  assert.equal(writeNotes({ glyph: '!', words: '', drawn }), '!');
  assert.equal(writeNotes({ glyph: '', words: 'Well', drawn }), 'Well');
});

test('what is drawn is written as in PGN', () => {
  // As an OpenTafl file brings them back.
  assert.deepEqual([...readDrawn('Well (%csl Gd4)(%cal Ba1a7)').drawn.keys()], ['d4 d4', 'a1 a7']);
  const { words, drawn } = readDrawn('Well [%clk 1:00] [%csl Gd4,Rk11] [%cal Ba1k10, Xa1a2,Gd4]');
  assert.equal(words, 'Well [%clk 1:00]');
  assert.deepEqual(
    [...drawn],
    [
      ['d4 d4', 'G'],
      ['k11 k11', 'R'],
      ['a1 k10', 'B'],
    ],
  );
  assert.equal(writeDrawn(drawn), '[%csl Gd4,Rk11][%cal Ba1k10]');
  const open = readDrawn('[%csl [%cal Gd1d3]');
  assert.deepEqual([open.words, ...open.drawn.keys()], ['[%csl', 'd1 d3']);
  const many = Array.from(
    { length: 361 },
    (_, at) => `Gb2${'abcdefghijklmnopqrs'[at % 19]}${1 + Math.floor(at / 19)}`,
  );
  assert.equal(readDrawn(`[%cal ${many.join(',')}]`).drawn.size, 200);
});
