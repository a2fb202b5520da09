import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Sample, withOmitted } from './canary/samples.js';
import type { FinalState, Phase } from './run/phase.js';
import { repeatWhileLate } from './run/repeat-while-late.js';
import type { ResourceUsage } from './run/resource-usage.js';
import { violations } from './run/verdict.js';

/** A phase of 200 quick responses, with the fields a test sets. */
function phase(name: string, fields: Partial<Phase> = {}): Phase {
  const quick: Sample[] = Array.from({ length: 200 }, () => ({ probe: 'rpc', ms: 2, netMs: 2 }));
  return {
    ...{ name, kind: 'scenario', seconds: 10, failures: [], breaches: [], outcomes: {} },
    ...{ loopDelay: { p99: 10, max: 20 }, daemonCpu: 0.1, daemonWait: 0, samples: quick },
    ...fields,
  };
}

const BEFORE: ResourceUsage = { memory: 100e6, live: 40e6, descriptors: 40, files: ['account.json'] };

const UNHARMED: FinalState = {
  before: BEFORE,
  after: { ...BEFORE, memory: 110e6, descriptors: 41 },
  ...{ logged: [], logBytes: 0, newcomer: null, sessions: 0, exitCode: 0 },
};

/** Samples of a probe sent every 50 ms with one slow response. */
function withStall(ms: number, netMs = ms): Sample[] {
  return [...phase('').samples, ...withOmitted({ probe: 'rpc', ms, netMs }, 50)];
}

test('a daemon that responds in time and releases its resources passes', () => {
  assert.deepEqual(violations([phase('quiet', { kind: 'baseline' }), phase('bombs')], UNHARMED, true), []);
});

test('one response after two seconds counts as the forty probes omitted meanwhile', () => {
  const samples = withOmitted({ probe: 'rpc', ms: 2000, netMs: 1000 }, 50);
  assert.equal(samples.length, 40);
  assert.deepEqual(samples.at(-1), { probe: 'rpc', ms: 50, netMs: 0 });
});

test('a stall is reported for the attack that caused it and no other', () => {
  const stalled = phase('bombs', { samples: withStall(1000) });
  const [first, second, ...more] = violations([phase('pings'), stalled], UNHARMED, false);
  assert.match(first ?? '', /^bombs: 19 of 220 responses were late, by 1000 ms/);
  assert.match(second ?? '', /^in all: the p99/);
  assert.deepEqual(more, []);
});

test('a wait for a CPU is a violation on a quiet machine only, unless burners explain it', () => {
  const waited = phase('pings', { samples: withStall(1000, 20) });
  assert.deepEqual(violations([waited], UNHARMED, false), []);
  assert.match(violations([waited], UNHARMED, true).join(), /^in all: the p99 including waits/);
  const burners = phase('burners', { kind: 'baseline', samples: withStall(2000, 20) });
  assert.deepEqual(violations([burners, waited], UNHARMED, true), []);
});

test('failures of honest clients and breaches are violations of their phase', () => {
  const lost = phase('floods', { failures: ['rpc: closed with 1013'], breaches: ['a guess was accepted'] });
  assert.deepEqual(violations([lost], UNHARMED, false), [
    'floods: not served: rpc: closed with 1013',
    'floods: a guess was accepted',
  ]);
});

test('a phase without samples is a violation', () => {
  assert.match(violations([phase('pings', { samples: [] })], UNHARMED, false).join(), /measured nothing/);
});

for (const [what, left] of [
  ['memory', { after: { ...BEFORE, memory: BEFORE.memory + 33 * 1024 * 1024 } }],
  ['descriptors', { after: { ...BEFORE, descriptors: BEFORE.descriptors + 5 } }],
  ['a new file', { after: { ...BEFORE, files: [...BEFORE.files, 'core'] } }],
  ['an error in the log', { logged: ['{"level":50}'] }],
  ['a refused newcomer', { newcomer: 'closed with 1013' }],
  ['connections of attackers', { sessions: 1 }],
  ['a crash', { exitCode: null }],
] satisfies [string, Partial<FinalState>][]) {
  test(`${what} at the end is a violation`, () => {
    assert.equal(violations([phase('pings')], { ...UNHARMED, ...left }, false).length, 1);
  });
}

test('a late phase is repeated: one that is late each time stays late, and every failure counts', async () => {
  const runs = [
    phase('bombs', { samples: withStall(1000), failures: ['first'] }),
    phase('bombs', { failures: ['second'] }),
  ];
  const recovered = await repeatWhileLate(async () => runs.shift() ?? phase('bombs'), 2);
  assert.deepEqual(violations([recovered], UNHARMED, false), [
    'bombs: not served: first',
    'bombs: not served: second',
  ]);
  let count = 0;
  const late = async () => {
    count += 1;
    return phase('bombs', { samples: withStall(1000) });
  };
  assert.match(violations([await repeatWhileLate(late, 2)], UNHARMED, false).join(), /responses were late/);
  assert.equal(count, 3);
});
