import assert from 'node:assert/strict';
import { test } from 'node:test';
import { posix, readReport } from './support/read-report.js';

const MEGABYTE = 1024 * 1024;

test('the space for new objects of a daemon that has started is small', posix, async () => {
  const size = await readReport('report-young-generation');
  assert.ok(Number(size) > 0 && Number(size) <= 4 * MEGABYTE, `it has ${size} bytes`);
});
