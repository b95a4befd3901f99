/**
 * An engine for the tests that never moves before it is told to: our own program, asked to search for
 * ever. Given a time in milliseconds, it is that late to hear of a stop.
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
