import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const MODULE = new URL('../../scripts/lib/run-together.mjs', import.meta.url).href;
const STEP =
  "(name, program) => ({ name, command: process.execPath, args: ['-e', program], hint: 'Try again.' })";

/** Runs steps in a separate process. @returns what it printed, and its exit code */
function runSteps(
  steps: string,
  options: { readonly interval?: number; readonly longest?: string } = {},
): { status: number | null; stdout: string; stderr: string } {
  const program = `
    import { runTogether } from '${MODULE}';
    const step = ${STEP};
    await runTogether('compiling', [${steps}], ${JSON.stringify(options)});`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 60_000,
  });
}

test('steps run concurrently, and a report lists finished and running steps', () => {
  // Each waits for a file that only the other makes.
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-together-'));
  const meet = (own: string, other: string, then = '') =>
    JSON.stringify(`
      const fs = require('node:fs');
      fs.writeFileSync('${join(folder, own)}', '');
      const timer = setInterval(() => {
        if (!fs.existsSync('${join(folder, other)}')) return;
        clearInterval(timer);
        ${then}
      }, 10);`);
  const { status, stdout } = runSteps(
    `step('first', ${meet('a', 'b')}), step('second', ${meet('b', 'a', 'setTimeout(() => {}, 2000)')})`,
    { interval: 500 },
  );
  rmSync(folder, { recursive: true });
  assert.equal(status, 0);
  assert.match(stdout, /^guildhall: compiling first and second$/m);
  assert.match(stdout, /^guildhall: compiling first: done \(\d+ s\)$/m);
  assert.match(stdout, /^guildhall: still compiling second \(\d+ s\)$/m);
  assert.match(stdout, /^guildhall: compiling second: done \(\d+ s\)$/m);
});

test('the longest step starts first, and other steps run at lower priority', () => {
  const hasPriority = (priority: number) =>
    JSON.stringify(`
      const { getPriority } = require('node:os');
      setInterval(() => getPriority() === ${priority} && process.exit(), 10);`);
  const own = getPriority();
  const { status, stdout } = runSteps(
    `step('short', ${hasPriority(Math.max(own, constants.priority.PRIORITY_BELOW_NORMAL))}),
     step('long', ${hasPriority(own)})`,
    { longest: 'long' },
  );
  assert.equal(status, 0);
  assert.match(stdout, /^guildhall: compiling long and short$/m);
});

test('a failed step shows its output and stops the other steps', () => {
  const { status, stdout, stderr } = runSteps(
    `step('good', 'console.log("not shown")'),
     step('bad', 'setTimeout(() => { console.log("error: no header"); process.exit(2); }, 500)'),
     step('endless', 'setInterval(() => {}, 1000)')`,
  );
  assert.equal(status, 1);
  assert.match(stderr, /error: no header\n+.*: exit code 2\nTry again\./);
  assert.doesNotMatch(stdout + stderr, /not shown\n/);
});
