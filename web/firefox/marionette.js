/** Drives Firefox over Marionette, its own protocol for automation, without further programs. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** How long anything may take, in milliseconds. */
const PATIENCE = 60_000;

/** The key under which WebDriver hands out elements. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** A port that nobody uses. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** @param {number} port */
async function connected(port) {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const socket = createConnection({ host: '127.0.0.1', port });
    const found = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    if (found) return socket;
    if (performance.now() > end) throw new Error('Firefox does not listen');
    await setTimeout(100);
  }
}

export class Firefox {
  /** @param {import('node:net').Socket} socket @param {() => Promise<void>} close */
  constructor(socket, close) {
    this.socket = socket;
    this.close = close;
    this.number = 0;
    this.buffer = Buffer.alloc(0);
    /** @type {Map<number, (answer: any[]) => void>} */
    this.waiting = new Map();
    socket.on('data', (data) => this.#read(data));
  }

  /** @param {string} program */
  static async start(program) {
    const port = await freePort();
    const profile = mkdtempSync(join(tmpdir(), 'branan-firefox-'));
    writeFileSync(join(profile, 'user.js'), `user_pref("marionette.port", ${port});\n`);
    const child = spawn(program, ['--headless', '--marionette', '--profile', profile], {
      stdio: 'ignore',
    });
    const ended = once(child, 'close');
    const firefox = new Firefox(await connected(port), async () => {
      firefox.socket.destroy();
      child.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    });
    await firefox.ask('WebDriver:NewSession', { capabilities: {} });
    return firefox;
  }

  /** A message is the length of its JSON, a colon and the JSON. @param {Buffer} data */
  #read(data) {
    this.buffer = Buffer.concat([this.buffer, data]);
    for (;;) {
      const colon = this.buffer.indexOf(':');
      const length = Number(this.buffer.subarray(0, Math.max(0, colon)).toString());
      if (colon < 0 || this.buffer.length < colon + 1 + length) return;
      const text = this.buffer.subarray(colon + 1, colon + 1 + length).toString();
      this.buffer = this.buffer.subarray(colon + 1 + length);
      const message = JSON.parse(text);
      if (Array.isArray(message)) this.waiting.get(message[1])?.(message);
    }
  }

  /**
   * @param {string} command
   * @param {Record<string, unknown>} parameters
   * @returns {Promise<any>}
   */
  async ask(command, parameters) {
    const number = ++this.number;
    const text = JSON.stringify([0, number, command, parameters]);
    const answer = new Promise((resolve) => this.waiting.set(number, resolve));
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = await answer;
    this.waiting.delete(number);
    if (error) throw new Error(`${command}: ${error.message}`);
    return result;
  }

  /** @param {string} url */
  open(url) {
    return this.ask('WebDriver:Navigate', { url });
  }

  /** The value of an expression in the page. @param {string} expression */
  async value(expression) {
    const script = `return (${expression});`;
    return (await this.ask('WebDriver:ExecuteScript', { script, args: [] })).value;
  }

  /** Waits until an expression is true in the page. @param {string} expression */
  async until(expression) {
    const end = performance.now() + PATIENCE;
    while (!(await this.value(`Boolean(${expression})`))) {
      if (performance.now() > end) throw new Error(`it never happened: ${expression}`);
      await setTimeout(100);
    }
  }

  /** Clicks an element. @param {string} selector */
  async click(selector) {
    await this.until(`document.querySelector(${JSON.stringify(selector)})`);
    const found = await this.ask('WebDriver:FindElement', {
      using: 'css selector',
      value: selector,
    });
    const id = found.value[ELEMENT];
    await this.ask('WebDriver:ElementClick', { id });
  }
}
