/** Opening, viewing and saving games. */

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { check } from './axe.js';
import {
  address,
  counts,
  eventually,
  saved,
  serve,
  show,
  shows,
  sizes,
  withFile,
  withPage,
} from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

serve();

const RECORD = `[Event "A test"]
[Variant "tablut"]
[Attackers "Ragnar"]
[Defenders "Aud"]
[Result "defenders"]
[Termination "resign"]

1. e2-g2 {: the usual move} f5-f6 2. a4-a3 defenders

`;

for (const [name, viewport] of Object.entries(sizes)) {
  test(`a record is opened, stepped through and saved on a ${name}`, async () => {
    await withPage(
      { viewport },
      async (page) => {
        const buffer = Buffer.from(RECORD);
        await page
          .locator('input[type=file]')
          .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer });
        await page.locator('.moves .move').nth(2).waitFor();
        await shows(page.locator('.moves'), /the usual move/);
        for (const place of ['e2-g2', 'f5-f6', 'a4-a3']) {
          await page.getByRole('button', { name: 'One move forward' }).click();
          await shows(page.locator('.move.here'), place);
        }
        await page.getByRole('button', { name: 'First position' }).click();
        await counts(page.locator('.move.here'), 0);
        await page.keyboard.press('End');
        await shows(page.locator('.move.here'), 'a4-a3');
        await show(page, 'records');
        const record = (await saved(page, 'Record')).bytes.toString();
        for (const part of [
          '[Attackers "Ragnar"]',
          '{: the usual move}',
          'a4-a3 defenders',
          '"resign"',
        ]) {
          assert.ok(record.includes(part), record);
        }
        const link = await page
          .getByLabel(/^Link to this position .*only where this board is open/)
          .inputValue();
        await show(page, new URL(link).hash);
        await page.locator('.moves .move').nth(2).waitFor();
      },
      'records',
    );
  });
}

test('a stand-alone page of a game between nobody is named after its rules', async () => {
  /** @type {Buffer | undefined} */
  let shared;
  const game = { variant: 'brandubh-macwhite', moves: 'd1c1' };
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      shared = (await saved(page, 'Page to share')).bytes;
      // That site has no such game.
      await counts(page.getByRole('button', { name: 'hnefatafl.org JSON' }), 0);
    },
    address('records', game),
  );
  const folder = await mkdtemp(join(tmpdir(), 'branan-'));
  const path = join(folder, 'game.html');
  await writeFile(path, shared ?? '');
  await withFile(path, { viewport: sizes.phone }, async (page) => {
    await shows(page.locator('h1'), "Brandubh, MacWhite's rules");
    await shows(page.locator('#title'), /^1\. Brandubh, MacWhite's rules: /);
    // There is no graph to explain.
    assert.equal(await page.locator('#up').isVisible(), false);
  });
});

test('a game is saved as a stand-alone page', async () => {
  /** @type {Buffer | undefined} */
  let shared;
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await paste(page, RECORD.replace('a4-a3', 'a4-a3 {: So. [%cal Ra4e4] [%csl Ge5]}'));
      await page.locator('.moves .move').nth(2).waitFor();
      await show(page, 'records');
      const file = await saved(page, 'Page to share');
      assert.equal(file.name, 'tablut.html');
      shared = file.bytes;
    },
    'records',
  );
  const folder = await mkdtemp(join(tmpdir(), 'branan-'));
  const path = join(folder, 'game.html');
  await writeFile(path, shared ?? '');
  await withFile(path, { viewport: sizes.phone }, async (page) => {
    await page.keyboard.press('End');
    await shows(page.locator('h1'), /Ragnar/);
    await shows(page.locator('#said'), /^a4-a3\s+So\.$/);
    await counts(page.locator('.board .arrow'), 1);
    await counts(page.locator('.board .drawn-ring'), 1);
    await page.keyboard.press('Home');
    await counts(page.locator('.board .arrow'), 0);
    await page.keyboard.press('End');
    await shows(page.locator('#said'), /^a4-a3/);
    assert.equal(await page.locator('table').count(), 0);
    await check(page);
  });
  await rm(folder, { recursive: true });
});

/**
 * Pastes a text and makes the page read it.
 * @param {Page} page
 * @param {string} text
 */
async function paste(page, text) {
  await show(page, 'records');
  await page.getByLabel(/Or paste/).fill(text);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
}

test('variations are saved and opened', async () => {
  const branched = RECORD.replace(
    'f5-f6',
    'f5-f6 (1... e3-d3 {: or so} 2. a4-b4 (2. i4-h4)) (1... e3-f3)',
  );
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const read = async (/** @type {string} */ text) => {
        await paste(page, text);
        await page.locator('.variation').nth(2).waitFor();
        return page.locator('.moves').textContent();
      };
      const shown = await read(branched);
      const comment = page.getByRole('textbox', { name: /^Comment on/ });
      await comment.fill('A (small) game');
      await show(page, 'records');
      const record = (await saved(page, 'Record')).bytes.toString();
      const line = '(1... e3-d3 {: or so} 2. a4-b4 (2. i4-h4)) (1... e3-f3)';
      assert.ok(record.replaceAll('\n', ' ').includes(line), record);
      assert.equal(await read(record), shown);
      await eventually(() => comment.inputValue(), 'A (small) game');
    },
    'records',
  );
});

test('texts in all formats can be pasted', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const read = (/** @type {string} */ text) => paste(page, text);
      await read('d2-e2 d3-b3 d6-e6');
      await page.locator('.moves .move').nth(2).waitFor();
      await read('3t3/7/3T3/ttTKTtt/3T3/3t3/3t3 d');
      await page.waitForFunction(() => document.querySelectorAll('.piece-t').length === 7 + 1);
      await read('/3t3/7/3T3/ttTKTtt/3T3/7/3t3/ attackers');
      await page.waitForFunction(() => document.querySelectorAll('.piece-t').length === 6 + 1);
      await read('dim:5 esc:e ks:w surf:n start:/2t2/2T2/tTKTt/2T2/2t2/');
      await page.waitForFunction(() => document.querySelectorAll('.cell').length === 25);
      await read('this is no game');
      await page
        .getByText(/That did not work/)
        .first()
        .waitFor();
    },
    'records',
    /422/,
  );
});

test('the board is exported as a picture', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const svg = await saved(page, 'SVG');
      assert.match(svg.bytes.toString(), /^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
      const png = await saved(page, 'PNG');
      assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
      assert.ok(png.bytes.length > 10_000);
    },
    'records',
  );
});

test('a game is exported as an animated picture', async () => {
  const moves = 'd1c1 d5b5 d6b6 e4e6';
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await page.getByRole('button', { name: 'First position' }).click();
      await show(page, 'records');
      const { name, bytes } = await saved(page, 'Animated GIF');
      assert.match(name, /^brandubh-macwhite-\d{4}-\d\d-\d\d\.gif$/);
      assert.ok(bytes.length < 200_000, `${bytes.length} bytes`);
      // The browser reads it again: each position is a frame, and the last one shows the board.
      const read = await page.evaluate(async (text) => {
        const data = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        const decoder = new ImageDecoder({ data, type: 'image/gif' });
        await decoder.tracks.ready;
        await decoder.completed;
        const frames = decoder.tracks.selectedTrack?.frameCount ?? 0;
        const colours = [];
        for (const frameIndex of [0, frames - 1]) {
          const { image } = await decoder.decode({ frameIndex });
          const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
          const context = canvas.getContext('2d', { willReadFrequently: true });
          context?.drawImage(image, 0, 0);
          // The squares b6 and d6.
          const places = [1.5, 3.5].map((file) => Math.round(480 * ((file + 0.2) / 7.42)) + 6);
          const rank = Math.round(480 * (1.7 / 7.42));
          colours.push(places.map((x) => [...(context?.getImageData(x, rank, 1, 1).data ?? [])]));
        }
        return { frames, colours };
      }, bytes.toString('base64'));
      assert.equal(read.frames, 5);
      const dark = (/** @type {number[]} */ [red, green, blue]) => red + green + blue < 250;
      const [first, last] = read.colours.map((places) => places.map(dark));
      assert.deepEqual(
        [first, last],
        [
          [false, true],
          [true, false],
        ],
      );
    },
    address('analyse', { variant: 'brandubh-macwhite', moves }),
  );
});
