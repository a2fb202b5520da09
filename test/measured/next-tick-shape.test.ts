// test:all measured: measures processor time
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const MODULE = import.meta.resolve('#guildhall/platform/processes/next-tick-shape.js');

/** Prints how many times as much CPU time nextTick takes after collections of garbage as before. */
const PROGRAM = `
  import { setImmediate, setTimeout } from 'node:timers/promises';
  import { NextTickShape } from ${JSON.stringify(MODULE)};
  const doNothing = () => {};
  const measure = async () => {
    const start = process.cpuUsage();
    for (let round = 0; round < 20; round += 1) {
      for (let call = 0; call < 1_000; call += 1) process.nextTick(doNothing);
      await setImmediate();
    }
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  const measureBest = async () => {
    let best = Infinity;
    for (let round = 0; round < 15; round += 1) best = Math.min(best, await measure());
    return best;
  };
  const shape = new NextTickShape();
  shape.start();
  const before = await measureBest();
  for (let count = 0; count < 6; count += 1) {
    gc();
    await setTimeout(10);
  }
  console.log((await measureBest()) / before);
  shape.stop();`;

test('nextTick stays fast when garbage is collected', async () => {
  const options = ['--expose-gc', '--input-type=module', '--eval', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  // Without the shape it is 5 to 6.
  assert.ok(Number(stdout) < 2, `it takes ${stdout} times as much CPU time as before`);
});
