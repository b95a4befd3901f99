/** A server, a browser, and pages that fail the test on any error or request to another host. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { after, before } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

/**
 * @typedef {import('playwright-core').Browser} Browser
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').BrowserContextOptions} Options
 */

/** @param {string} path from the folder of the whole project */
const inProject = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The program: `BRANAN`, or what `cargo build` has made. */
export const program = process.env.BRANAN ?? inProject('target/debug/branan');

/** The browser: `CHROMIUM`, or where Debian has it. */
const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

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

/** The page as it is being worked on, instead of the one that the program was built with. */
const files = process.env.PAGE_FILES ? ['--files', process.env.PAGE_FILES] : [];

/** How long anything may take, in milliseconds: long, for machines that do much else. */
const PATIENCE = 20_000;

/** The sizes of the windows that are tested. */
export const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
};

/** @type {Browser} */
let browser;
/** @type {import('node:child_process').ChildProcess} */
let server;
let link = '';
/** @type {string[]} */
let serverArgs = [];

/**
 * Starts a server and a browser before the tests of a file, and ends both after them.
 * @param {...string} more arguments of the server
 */
export function serve(...more) {
  run(['board', '--port', '0', '--no-open', '--threads', '1', ...files, ...more]);
}

/**
 * Plays a match that can be watched while the tests of a file run.
 * @param {...string} more arguments of the match
 */
export function serveMatch(...more) {
  run(['match', '--board', ...more]);
}

/**
 * The time from the start of the program to a board that can be played, in milliseconds.
 */
export async function timeToPlay() {
  const context = await browser.newContext();
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

/** Starts the server again at the same port; its link is another one. */
export async function restart() {
  const { port } = new URL(link);
  const ended = once(server, 'close');
  server.kill();
  await ended;
  server = startProgram(
    serverArgs.map((arg, at) => (serverArgs[at - 1] === '--port' ? port : arg)),
  );
  link = await linkOf(server);
  return link;
}

/**
 * Opens the page in another tab of the same browser.
 * @param {Page} page
 */
export async function newTab(page) {
  const tab = await page.context().newPage();
  await tab.goto(link);
  await tab.waitForSelector('body[data-ready]');
  return tab;
}

/** Starts a browser alone, for tests of files that need no server. */
export function browse() {
  before(async () => {
    assert.ok(existsSync(program), `${program} is missing: cargo build`);
    browser = await launch();
  });
  after(() => browser?.close());
}

function launch() {
  return chromium.launch({ executablePath: chromiumPath, args: BROWSER_ARGUMENTS });
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
 * The link that a program prints; all its lines are read.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>}
 */
function linkOf(child) {
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
 * Opens the page, runs a test with it, and checks that nothing went wrong meanwhile.
 * @param {Options} options
 * @param {(page: Page) => Promise<void>} test
 * @param {string} [hash] what to show, such as `analyse`
 * @param {RegExp} [expected] errors that belong to the test
 */
export async function withPage(options, test, hash = 'play', expected = /^$/) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  /** @type {string[]} */
  const faults = [];
  page.on('console', (message) => {
    const text = message.text();
    if (['error', 'warning'].includes(message.type()) && !expected.test(text)) faults.push(text);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  const { host } = new URL(link);
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (!['blob:', 'data:'].includes(address.protocol) && address.host !== host) {
      faults.push(`a request to ${request.url()}`);
    }
  });
  await page.goto(hash ? `${link}&${hash}` : link);
  await page.waitForSelector('body[data-ready]');
  await test(page);
  assert.deepEqual(faults, []);
  await context.close();
}

/**
 * Opens a file, runs a test with it, and checks that it says nothing in the console and asks for nothing
 * else.
 * @param {string} path
 * @param {Options} options
 * @param {(page: Page) => Promise<void>} test
 */
export async function withFile(path, options, test) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  /** @type {string[]} */
  const faults = [];
  const address = pathToFileURL(path).href;
  page.on('console', (message) => faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (request.url() !== address) faults.push(`a request to ${request.url()}`);
  });
  await page.goto(address);
  await test(page);
  assert.deepEqual(faults, []);
  await context.close();
}

/**
 * Opens the page at an address without the token; errors are not looked for.
 * @param {string} hash
 * @param {(page: Page) => Promise<void>} test
 */
export async function openAt(hash, test) {
  const context = await browser.newContext();
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  await page.goto(new URL(link).origin + '/' + hash);
  await test(page);
  await context.close();
}

/**
 * What follows the address to show a game.
 * @param {string} view
 * @param {Record<string, string>} game
 */
export function address(view, game) {
  return `${view}?${new URLSearchParams(game)}`;
}

/**
 * Shows something else on the same page.
 * @param {Page} page
 * @param {string} hash
 */
export async function show(page, hash) {
  await page.evaluate((hash) => (location.hash = hash), hash);
}

/**
 * Starts a game by the form.
 * @param {Page} page
 * @param {{ ruleset: string, players?: string, seconds?: string }} terms
 */
export async function newGame(page, { ruleset, players = 'attackers', seconds = '0.1' }) {
  await page.getByLabel('Game', { exact: true }).selectOption(ruleset);
  await page.getByLabel('You play').selectOption(players);
  if (players !== 'both') await page.getByLabel('Seconds per move').fill(seconds);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.locator('.game-panel').waitFor();
}

/**
 * The squares that can be clicked now.
 * @param {Page} page
 * @param {string} words what their labels must contain
 */
export function squares(page, words) {
  return page.evaluate((words) => {
    const cells = [...document.querySelectorAll('.cell-movable')];
    return cells
      .filter((cell) => cell.getAttribute('aria-label')?.includes(words))
      .map((cell) => /** @type {SVGElement} */ (cell).dataset.square ?? '');
  }, words);
}

/**
 * Clicks a square.
 * @param {Page} page
 * @param {string} square
 */
export async function click(page, square) {
  await page.locator(`[data-square=${square}]`).click();
}

/**
 * The place of the words that say how the game stands.
 * @param {Page} page
 */
export function status(page) {
  return page.locator('.game-panel .status');
}

/**
 * Waits until words on the page are as they should be.
 * @param {import('playwright-core').Locator} place
 * @param {string | RegExp} expected all of the words, or what must be among them
 */
export async function shows(place, expected) {
  await eventually(async () => (await place.textContent()) ?? '', expected);
}

/**
 * Waits until a text is as it should be: what the program answers comes a little later.
 * @param {() => Promise<string>} read
 * @param {string | RegExp} expected all of the text, or what must be in it
 */
export async function eventually(read, expected) {
  const isRight = (/** @type {string} */ text) =>
    typeof expected === 'string' ? text === expected : expected.test(text);
  const end = performance.now() + PATIENCE;
  let text = await read();
  while (!isRight(text) && performance.now() < end) {
    await setTimeout(50);
    text = await read();
  }
  assert.ok(isRight(text), `'${text}' is not ${expected}`);
}

/**
 * Waits until as many things are on the page as there should be.
 * @param {import('playwright-core').Locator} things
 * @param {number} expected
 */
export async function counts(things, expected) {
  await eventually(async () => String(await things.count()), String(expected));
}

/**
 * Waits until a person is to move, or the game is over.
 * @param {Page} page
 * @param {number} [moves] how many moves will have been made, if the game is not over
 */
export async function waitForTurn(page, moves = 0) {
  await page.waitForFunction((moves) => {
    const words = document.querySelector('.game-panel .status');
    if (words?.classList.contains('finished')) return true;
    const made = document.querySelectorAll('.moves .move').length;
    return words?.textContent?.includes('to move') && made >= moves;
  }, moves);
}
