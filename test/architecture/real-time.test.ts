import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../test/', import.meta.url));

/** What makes a test depend on real time, on what else the machine does, or on chance. */
const UNSTEADY =
  /(?<![.\w])(?:setTimeout|sleep)\(|\b(?:performance|Date)\.now\b|\bprocess\.(?:cpu|memory)Usage\b|\bMath\.random\b/g;

/** Waits that only a failing test waits out, and what looks at other processes meanwhile. */
const HELPERS = new Set(
  ['eventually', 'process-arguments', 'public-ports', 'rpc-client'].map((name) =>
    join('helpers', `${name}.ts`),
  ),
);

/** Test files that `npm test` leaves out. */
const LONG_TIER = /^(?:\/\/ .*\n)?\/\/ test:all /;

/** How often tests do so, by folder. These numbers only go down. */
const COUNTS: Readonly<Record<string, number>> = {
  attack: 29,
  audit: 11,
  bench: 57,
  browser: 2,
  clients: 3,
  cluster: 10,
  control: 3,
  daemon: 2,
  faults: 16,
  hardware: 5,
  lab: 10,
  rpc: 2,
  sanitizers: 2,
  scripts: 6,
  sound: 2,
  store: 2,
  voice: 1,
};

test('uses of real time and randomness do not increase in any folder', () => {
  const counts: Record<string, number> = {};
  for (const file of readdirSync(ROOT, { recursive: true, encoding: 'utf8' })) {
    const [folder = ''] = file.split(sep);
    if (!file.endsWith('.ts') || HELPERS.has(file)) continue;
    const text = readFileSync(join(ROOT, file), 'utf8');
    const count = LONG_TIER.test(text) ? 0 : (text.match(UNSTEADY)?.length ?? 0);
    if (count > 0) counts[folder] = (counts[folder] ?? 0) + count;
  }
  for (const folder of new Set([...Object.keys(counts), ...Object.keys(COUNTS)])) {
    const [count = 0, most = 0] = [counts[folder], COUNTS[folder]];
    assert.ok(
      count <= most,
      `test/${folder} has ${count} uses of real time, chance or the machine instead of ${most}: ` +
        'wait with eventually or inTime, move a ManualClock, or put what measures time into test/measured',
    );
    assert.equal(count, most, `test/${folder} has ${count} uses: lower its number in this file`);
  }
});

test("property tests start from the run's seed", () => {
  const unseeded = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      file !== join('helpers', 'fast-check.ts') &&
      /^import [^']* from 'fast-check'/m.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  assert.deepEqual(unseeded, [], 'import fc from test/helpers/fast-check');
});
