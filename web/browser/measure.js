/**
 * Prints the size of the board by window, the bytes and requests until the board can be played on, and the times to it and of
 * use. Run it alone: `npm run measure`. The slow phone is the one of Lighthouse: a processor four times as slow, 1.6 Mbit/s, 150 ms.
 */

import { spawn } from 'node:child_process';
import { chromiumPath, linkOf, program } from './harness.js';
import { chromium } from 'playwright-core';
import { use } from './measure-use.js';
import { median } from './move-times.js';

const RUNS = 5;

/** The time limit of any wait, in milliseconds: the slow phone takes long on a busy machine. */
const PATIENCE = 120_000;

/** The windows of the table in the README. */
const WINDOWS = [
  [1920, 1080],
  [2560, 1300],
  [1680, 1050],
  [1400, 900],
  [900, 1100],
  [820, 1180],
  [768, 1024],
  [844, 390],
  [390, 844],
  [320, 568],
];

const DEVICES = {
  desktop: { viewport: { width: 1400, height: 900 } },
  phone: { viewport: { width: 390, height: 844 } },
  'slow phone': {
    viewport: { width: 390, height: 844 },
    slow: { cpu: 4, bytesPerSecond: 1_600_000 / 8, latency: 150 },
  },
};

/** @typedef {{ viewport: { width: number, height: number }, slow?: { cpu: number, bytesPerSecond: number, latency: number } }} Device */

/** Runs in the page before its scripts: notes what only an observer sees. */
function observe() {
  const seen = { largest: 0, shift: 0, blocked: 0 };
  Object.assign(window, { seen });
  const on = (/** @type {string} */ type, /** @type {(entry: any) => void} */ note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    });
  on('largest-contentful-paint', (entry) => (seen.largest = entry.startTime));
  on('layout-shift', (entry) => (seen.shift += entry.hadRecentInput ? 0 : entry.value));
  on('longtask', (entry) => (seen.blocked += Math.max(0, entry.duration - 50)));
}

/**
 * Opens the link as a new visitor does.
 * @param {import('playwright-core').Browser} browser
 * @param {string} link
 * @param {Device} device
 */
async function visit(browser, link, { viewport, slow }) {
  const context = await browser.newContext({ viewport });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  if (slow) {
    const { cpu: rate, bytesPerSecond, latency } = slow;
    const throughput = { downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond };
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    await session.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency },
      ...throughput,
    });
  }
  let [bytes, requests] = [0, 0];
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  await page.addInitScript(observe);
  const start = performance.now();
  await page.goto(link);
  await page.waitForSelector('body[data-ready]');
  const playable = performance.now() - start;
  // Later shifts and paints count as well.
  await page.waitForTimeout(500);
  const seen = await page.evaluate(() => ({
    .../** @type {any} */ (window).seen,
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }));
  const first = { bytes, requests };
  [bytes, requests] = [0, 0];
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  await page.waitForTimeout(500);
  await context.close();
  return { ...first, playable, ...seen, again: bytes };
}

/**
 * The side of the board in the analysis view by window, in pixels with the frame.
 * @param {import('playwright-core').Browser} browser
 * @param {string} link
 */
async function boardSides(browser, link) {
  const page = await browser.newPage();
  await page.goto(`${link}&analyse`);
  await page.waitForSelector('body[data-ready][data-view=analyse]');
  const sides = [];
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    const box = await page.locator('#board > .board').boundingBox();
    sides.push(`${width}×${height}: ${box?.width.toFixed(0)}`);
  }
  await page.close();
  return sides;
}

const server = spawn(program, [
  ...['board', '--port', '0', '--no-open', '--threads', '1'],
  ...(process.env.PAGE_FILES ? ['--files', process.env.PAGE_FILES] : []),
]);
const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
try {
  const link = await linkOf(server);
  for (const [name, device] of Object.entries(DEVICES)) {
    /** @type {Record<string, number>[]} */
    const visits = [];
    for (let run = 0; run < RUNS; run += 1) visits.push(await visit(browser, link, device));
    const of = (/** @type {string} */ key) => median(visits.map((visit) => visit[key]));
    console.log(
      [
        `${name}: ${(of('bytes') / 1000).toFixed(0)} kB in ${of('requests')} requests`,
        `${(of('again') / 1000).toFixed(0)} kB when loaded again`,
        `link to playable board ${of('playable').toFixed(0)} ms`,
        `first paint ${of('first').toFixed(0)} ms`,
        `largest paint ${of('largest').toFixed(0)} ms`,
        `blocked ${of('blocked').toFixed(0)} ms`,
        `layout shift ${of('shift').toFixed(3)}`,
      ].join(', '),
    );
  }
  console.log(`side of the board: ${(await boardSides(browser, link)).join(', ')}`);
  const { clicks, answers, open, judge } = await use(browser, link);
  const shown = (/** @type {number} */ time) => `${time.toFixed(0)} ms`;
  console.log(`click to move shown: ${shown(median(clicks))} of ${clicks.map(shown).join(', ')}`);
  console.log(
    `engine's answer to move shown: ${shown(median(answers))} of ${answers.map(shown).join(', ')}`,
  );
  console.log(`opening a game of 300 plies on 19×19: ${shown(open)}`);
  console.log(`analysing a game of 60 plies at 0.1 s a position: ${(judge / 1000).toFixed(1)} s`);
} finally {
  await browser.close();
  server.kill();
}
