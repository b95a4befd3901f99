/**
 * An engine for the tests that moves only on `stop`: our own program, made to search for ever. With
 * a time in milliseconds as argument, it delays each `stop` by that time.
 */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

const [program, lateness] = process.argv.slice(2);
const engine = spawn(program, { stdio: ['pipe', 'inherit', 'inherit'] });

/** Settles when all lines so far are passed on. None overtakes a late `stop`, which would then stop the next search. */
let passed = Promise.resolve();

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const due = Date.now() + (line === 'stop' ? Number(lateness ?? 0) : 0);
    passed = passed
      .then(() => setTimeout(Math.max(due - Date.now(), 0)))
      .then(() => void engine.stdin.write(`${line.replace(/^go .*/, 'go infinite')}\n`));
  })
  .on('close', () => engine.kill());
