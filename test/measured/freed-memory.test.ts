// test:all measured: measures memory
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { onlyLinux } from '../helpers/only-on.js';

const ADDON = fileURLToPath(new URL('../../build/Release/guildhall.node', import.meta.url));

/** Fills the heap of the C library with blocks too small for pages of their own, frees all but the last and releases. */
const PROGRAM = `
  const { freeMemory } = require(${JSON.stringify(ADDON)});
  const { createHash } = require('node:crypto');
  let hashes = Array.from({ length: 100_000 }, () => createHash('sha256').update('x'));
  const last = createHash('sha256');
  const full = process.memoryUsage.rss();
  hashes = null;
  gc();
  setImmediate(() => {
    gc();
    const freed = process.memoryUsage.rss();
    const returned = freeMemory.release();
    console.log(JSON.stringify({ full, freed, returned, released: process.memoryUsage.rss(), last: last !== null }));
  });
`;

test('freed memory is returned to the system', {
  skip: onlyLinux('what the allocator keeps differs by system'),
}, () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '-e', PROGRAM], {
    encoding: 'utf8',
  });
  const { full, freed, returned, released } = JSON.parse(stdout || JSON.stringify({ stderr })) as Record<
    string,
    number
  >;
  assert.ok(returned, stderr);
  const gain = (freed ?? 0) - (released ?? 0);
  assert.ok(gain > 8 * 1024 * 1024, `${full} bytes, ${freed} after collection, ${released} after release`);
});
