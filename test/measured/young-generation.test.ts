// test:all measured: measures memory
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { posix, readReport } from '../daemon/support/read-report.js';

const MEGABYTE = 1024 * 1024;

const MODULE = import.meta.resolve('#guildhall/platform/processes/young-generation.js');

/** Prints the size of the space for new objects: at first, after many objects with the limit, and after many without. */
const PROGRAM = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { limitYoungGeneration } from ${JSON.stringify(MODULE)};
  const size = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
  const keep = [];
  const allocate = () => { for (let i = 0; i < 200_000; i += 1) keep.push({ i, text: [i] }); };
  const liftLimit = limitYoungGeneration();
  const sizes = [size()];
  allocate();
  sizes.push(size());
  liftLimit();
  allocate();
  sizes.push(size());
  console.log(JSON.stringify(sizes));`;

test('the space for new objects does not grow during a start, and grows afterwards', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PROGRAM]);
  const [before = 0, limited = 0, lifted = 0]: number[] = JSON.parse(stdout);
  assert.ok(before > 0);
  // Of its two halves V8 allocates the second one with the first collection.
  assert.ok(limited <= 2 * before, `it grew from ${before} to ${limited} bytes`);
  assert.ok(lifted >= 2 * limited, `it stayed at ${lifted} bytes`);
});

test('the space for new objects of a daemon that has started is small', posix, async () => {
  const size = await readReport('report-young-generation');
  assert.ok(Number(size) > 0 && Number(size) <= 4 * MEGABYTE, `it has ${size} bytes`);
});
