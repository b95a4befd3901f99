/** A server, a browser, and pages that fail the test on any error or request to another host. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { PATIENCE } from './steps.js';

export * from './steps.js';

/**
 * @typedef {import('playwright-core').Browser} Browser
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').BrowserContextOptions} Options
 */

/** @param {string} path relative to the root of the repository */
const inProject = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The program: `BRANAN`, or else the development build. */
export const program = process.env.BRANAN ?? inProject('target/debug/branan');

/** Debian's programs. The first has no windows and needs two thirds of the processor time of the second. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The browser: `CHROMIUM`, or else Debian's. */
export const chromiumPath =
  process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path)) ?? BROWSERS[0];

const BROWSER_ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The folder with the page's files, if those are tested instead of the ones built into the program. */
const folder = process.env.PAGE_FILES;

const files = folder ? ['--files', folder] : [];

/** A remark of the browser on machines so busy that the page starts seconds after it is loaded. */
export const LATE = /was preloaded using link preload but not used/;

/** The tested window sizes. */
export const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
};

/** The windows in which whole games are played and analysed. */
export const windows = {
  phone: sizes.phone,
  tablet: { width: 820, height: 1180 },
  laptop: { width: 1400, height: 900 },
  'large screen': { width: 2560, height: 1300 },
};

/** @type {Browser} */
let browser;
/** @type {import('node:child_process').ChildProcess} */
let server;
let link = '';
/** @type {string[]} */
let serverArgs = [];

/**
 * Starts a server and a browser before the tests of a file and stops both afterwards.
 * @param {...string} more further arguments for the server
 */
export function serve(...more) {
  run(['board', '--port', '0', '--no-open', '--threads', '1', ...files, ...more]);
}

/**
 * Runs a match with a page to watch it during the tests of a file.
 * @param {...string} more further arguments for the match
 */
export function serveMatch(...more) {
  run(['match', '--board', ...more]);
}

/**
 * Measures the time from the start of the program to a playable board, in milliseconds.
 */
export async function timeToPlay() {
  const context = await browser.newContext();
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const start = performance.now();
  const running = startProgram(['board', '--port', '0', '--no-open']);
  await page.goto(await linkOf(running));
  await page.waitForSelector('body[data-ready]');
  const time = performance.now() - start;
  await context.close();
  running.kill();
  return time;
}

/** @param {string[]} args */
function startProgram(args) {
  return spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Whether the server runs. */
const isRunning = () => server.exitCode === null && server.signalCode === null;

/** Stops the server. */
export async function stop() {
  const ended = once(server, 'close');
  server.kill();
  await ended;
}

/** Starts the server again on the same port. Its link changes. */
export async function restart() {
  const { port } = new URL(link);
  if (isRunning()) await stop();
  server = startProgram(
    serverArgs.map((arg, at) => (serverArgs[at - 1] === '--port' ? port : arg)),
  );
  link = await linkOf(server);
  return link;
}

/**
 * Opens the page in a new tab of the same browser.
 * @param {Page} page
 */
export async function newTab(page) {
  const tab = await page.context().newPage();
  await tab.goto(link);
  await tab.waitForSelector('body[data-ready]');
  return tab;
}

/** Starts only a browser, for tests that need no server. */
export function browse() {
  before(async () => {
    assert.ok(existsSync(program), `${program} is missing: cargo build`);
    browser = await launch();
  });
  after(() => browser?.close());
}

function launch() {
  return chromium.launch({
    executablePath: chromiumPath,
    args: BROWSER_ARGUMENTS,
    timeout: PATIENCE,
  });
}

/** @param {string[]} args */
function run(args) {
  serverArgs = args;
  before(async () => {
    assert.ok(existsSync(program), `${program} is missing: cargo build`);
    server = startProgram(args);
    link = await linkOf(server);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    server?.kill();
  });
}

/**
 * Waits for the link that a program prints. Keeps reading its output afterwards.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>}
 */
export function linkOf(child) {
  return new Promise((resolve, reject) => {
    /** @type {string[]} */
    const said = [];
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        const found = /http:\/\/\S+#token=\w+/.exec(line);
        if (found) resolve(found[0]);
        if (said.length < 20) said.push(line);
      });
    }
    child.on('close', () => reject(new Error(`the program has ended: ${said.join('\n')}`)));
  });
}

/**
 * The path of a file of the page, without the folder that names the program's version.
 * @param {string} url
 */
export const withoutVersion = (url) => new URL(url).pathname.replace(/^\/[0-9a-f]{8}(?=\/)/, '');

/**
 * Answers with the scripts and styles on disk, if those are tested: a match has no option for them. The document comes from
 * the program, because a browser lets only a page from this machine connect to it.
 * @param {import('playwright-core').BrowserContext} context
 */
async function routeToDisk(context) {
  if (!folder || serverArgs[0] !== 'match') return;
  await context.route('**/{js,css}/**', (route) =>
    route.fulfill({ path: join(folder, withoutVersion(route.request().url())) }),
  );
}

/**
 * Opens the page, runs a test with it, and fails on any error in the meantime.
 * @param {Options} options
 * @param {(page: Page) => Promise<void>} test
 * @param {string} [hash] the view to show, such as `analyse`
 * @param {RegExp} [expected] errors that the test provokes
 */
export async function withPage(options, test, hash = 'play', expected = /^$/) {
  // A test that failed may have left it stopped.
  if (server && !isRunning()) await restart();
  const { host } = new URL(link);
  /** @type {Allowed} */
  const allowed = {
    message: (kind, text) =>
      !['error', 'warning'].includes(kind) || expected.test(text) || LATE.test(text),
    request: ({ protocol, host: asked }) => ['blob:', 'data:'].includes(protocol) || asked === host,
  };
  await watched(options, allowed, async (page) => {
    await routeToDisk(page.context());
    await page.goto(hash ? `${link}&${hash}` : link);
    await page.waitForSelector('body[data-ready]');
    await test(page);
  });
}

/**
 * Opens a file, runs a test with it, and fails on console messages or requests for anything else.
 * @param {string} path
 * @param {Options} options
 * @param {(page: Page) => Promise<void>} test
 */
export async function withFile(path, options, test) {
  const { href } = pathToFileURL(path);
  await withAddress(href, options, test, (url) => url.href === href);
}

/**
 * Opens any address, runs a test with it, and fails on console messages or requests to elsewhere.
 * @param {string} address
 * @param {Options} options
 * @param {(page: Page) => Promise<void>} test
 * @param {(url: URL) => boolean} [isOurs] whether the page may request an address
 */
export async function withAddress(
  address,
  options,
  test,
  isOurs = ({ origin }) => origin === new URL(address).origin,
) {
  await watched(options, { message: () => false, request: isOurs }, async (page) => {
    await page.goto(address);
    await test(page);
  });
}

/**
 * What a page may do without failing its test.
 * @typedef {object} Allowed
 * @property {(kind: string, text: string) => boolean} message on the console
 * @property {(url: URL) => boolean} request
 */

/**
 * Runs a test with a new page and fails on what the page may not do. Shows what the page says if the test fails.
 * @param {Options} options
 * @param {Allowed} allowed
 * @param {(page: Page) => Promise<void>} test
 */
async function watched(options, allowed, test) {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    locale: 'en-GB',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  /** @type {string[]} */
  const faults = [];
  page.on('console', (message) => {
    if (!allowed.message(message.type(), message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (!allowed.request(new URL(request.url()))) faults.push(`a request to ${request.url()}`);
  });
  try {
    await test(page);
    assert.deepEqual(faults, []);
  } catch (error) {
    console.error(await describe(page), faults);
    throw error;
  } finally {
    await context.close();
  }
}

/**
 * What a page shows, to explain a failure.
 * @param {Page} page
 */
async function describe(page) {
  const words = await page.evaluate(() => document.body.innerText).catch(() => 'no page');
  return `The page at ${page.url()} says:\n${words.slice(0, 3000)}`;
}

/**
 * Opens the page at an address without the token. Ignores errors.
 * @param {string} hash
 * @param {(page: Page) => Promise<void>} test
 * @param {string} [origin] that of another program
 */
export async function openAt(hash, test, origin = new URL(link).origin) {
  const context = await browser.newContext();
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  await page.goto(`${origin}/${hash}`);
  await test(page);
  await context.close();
}
