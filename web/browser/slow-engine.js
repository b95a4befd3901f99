/**
 * An engine for the tests that moves only on `stop`: our own program, made to search for ever. With
 * a time in milliseconds as argument, it delays each `stop` by that time.
 */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [program, lateness] = process.argv.slice(2);
const engine = spawn(program, { stdio: ['pipe', 'inherit', 'inherit'] });

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const say = () => engine.stdin.write(`${line.replace(/^go .*/, 'go infinite')}\n`);
    if (line === 'stop' && lateness) setTimeout(say, Number(lateness));
    else say();
  })
  .on('close', () => engine.kill());
