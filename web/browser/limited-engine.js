/**
 * An engine for the tests: our own program under another name, with an option for its strength. Its
 * arguments are the program and a file, to which it writes every command that it receives.
 */

import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [program, file] = process.argv.slice(2);
const engine = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });

createInterface({ input: engine.stdout }).on('line', (line) => {
  if (line.startsWith('id name')) {
    console.log('id name Wrapped 1');
    console.log('option name UCI_LimitStrength type check default false');
    console.log('option name UCI_Elo type spin default 1500 min 800 max 2400');
  } else if (!/^option name (UCI_(LimitStrength|Elo)|Skill Level) /.test(line)) {
    console.log(line);
  }
});
createInterface({ input: process.stdin })
  .on('line', (line) => {
    appendFileSync(file, `${line}\n`);
    if (!/UCI_(LimitStrength|Elo)/.test(line)) engine.stdin.write(`${line}\n`);
  })
  .on('close', () => engine.stdin.end());
