/** Visitors without the link learn that they need it, and the link that the program opens gives nothing away. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually, linkOf, openAt, program, serve, withAddress } from './harness.js';

serve();

for (const hash of ['', '#play', '#token=0123456789abcdef0123456789abcdef']) {
  test(`without the right token: "${hash}"`, async () => {
    await openAt(hash, async (page) => {
      await page
        .getByRole('alert')
        .getByText(/branan board/)
        .waitFor();
    });
  });
}

/** Starts a program that opens its page, with something else in the place of the browser. */
async function startOpening() {
  const folder = mkdtempSync(join(tmpdir(), 'board-'));
  const [opener, opened] = [join(folder, 'xdg-open'), join(folder, 'opened')];
  writeFileSync(opener, `#!/bin/sh\necho "$*" > '${opened}.new'\nmv '${opened}.new' '${opened}'\n`);
  chmodSync(opener, 0o755);
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const files = process.env.PAGE_FILES ? ['--files', process.env.PAGE_FILES] : [];
  const running = spawn(program, ['board', '--port', '0', ...files], { env });
  const printed = await linkOf(running);
  await eventually(async () => String(existsSync(opened)), 'true');
  return { running, printed, opened: readFileSync(opened, 'utf8').trim() };
}

test('the link that the program opens has no token, but leads to the board', async () => {
  const { running, printed, opened } = await startOpening();
  const [address, token] = printed.split('#token=');
  assert.ok(opened.startsWith(`${address}#code=`) && !opened.includes(token), opened);
  await withAddress(opened, {}, async (page) => {
    await page.waitForSelector('body[data-ready]');
    assert.equal(new URL(page.url()).hash, '');
    // The code was good for one visit, and the browser knows the token now.
    await page.reload();
    await page.waitForSelector('body[data-ready]');
  });
  running.kill();
});

/**
 * Opens a browser for a program that opens its page.
 * @param {(page: import('playwright-core').Page, link: { opened: string, printed: string }) => Promise<void>} test
 */
async function withFirstLink(test) {
  const { running, ...link } = await startOpening();
  await openAt('', (page) => test(page, link), new URL(link.opened).origin);
  running.kill();
}

test('the first link is not lost if the page is left while it is loaded', async () => {
  await withFirstLink(async (page, { opened }) => {
    const early = await page.context().newPage();
    // It gets no further than the token.
    await early.addInitScript(() => Object.assign(window, { WebSocket: EventTarget }));
    await early.goto(opened);
    await early.waitForFunction(() => location.hash === '');
    await page.goto(opened);
    await page.waitForSelector('body[data-ready]');
  });
});

test('a used link says so, and its tab goes on when another has the token', async () => {
  await withFirstLink(async (page, { opened, printed }) => {
    await page.route('**/enter?*', (route) => route.fulfill({ status: 403 }));
    await page.goto(opened);
    await page.getByRole('alert').getByText('This link was good for one visit').waitFor();
    const other = await page.context().newPage();
    await other.goto(printed);
    await page.waitForSelector('body[data-ready]');
  });
});
