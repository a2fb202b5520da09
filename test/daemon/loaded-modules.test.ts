import assert from 'node:assert/strict';
import { test } from 'node:test';
import { posix, readReport } from './support/read-report.js';

test('a daemon that serves has not loaded fetch', posix, async () => {
  const loaded = await readReport('report-loaded-modules');
  assert.ok(Array.isArray(loaded));
  assert.ok(loaded.includes('NativeModule http'), 'the modules were not found');
  assert.ok(!loaded.includes('NativeModule internal/deps/undici/undici'));
});
