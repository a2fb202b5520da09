import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeRow } from './judge-row.js';
import { measureRounds } from './measure-row.js';
import type { Sample, Subject } from './row.js';

/** The samples of rounds in which a server and its generator used so many cores. */
function samples(rates: readonly number[], server: number, generator: number): Sample[] {
  return rates.map((rate) => ({ values: { rate, cpu: 1e6 / rate }, cores: { server, generator } }));
}

const isHalfOfBound = { measure: 'rate', against: 'bound', atLeast: 0.5 } as const;

test('ratios are medians of the ratios of each round, with their quartiles', () => {
  const { subjects } = judgeRow(
    'row',
    [],
    [
      { subject: 'Guildhall', samples: samples([50, 200, 30], 1, 0.1) },
      { subject: 'bound', samples: samples([100, 100, 100], 1, 0.1) },
    ],
  );
  assert.deepEqual(subjects[1]?.ratios?.rate, { median: 0.5, low: 0.4, high: 1.25 });
});

test('a goal is met at its bound and missed below it', () => {
  const judge = (rate: number) =>
    judgeRow(
      'row',
      [isHalfOfBound],
      [
        { subject: 'Guildhall', samples: samples([rate], 1, 0.1) },
        { subject: 'bound', samples: samples([100], 1, 0.1) },
      ],
    ).goals[0];
  assert.deepEqual(judge(50), { goal: isHalfOfBound, value: 0.5, verdict: 'met' });
  assert.deepEqual(judge(49), { goal: isHalfOfBound, value: 0.49, verdict: 'MISSED' });
});

test('a rate is void if the generator was saturated and a server was not, and the CPU time counts', () => {
  const goals = [isHalfOfBound, { measure: 'cpu', against: 'bound', atMost: 2 } as const];
  const judge = (server: number, generator: number) =>
    judgeRow('row', goals, [
      { subject: 'Guildhall', samples: samples([90], 1, 0.5) },
      { subject: 'bound', samples: samples([100], server, generator) },
    ]);
  const isVoid = judge(0.7, 0.9);
  assert.deepEqual(
    isVoid.goals.map(({ verdict }) => verdict),
    ['void', 'met'],
  );
  assert.equal(isVoid.subjects[1]?.isRateVoid, true);
  assert.equal(judge(0.95, 0.9).goals[0]?.verdict, 'met');
  assert.equal(judge(0.7, 0.7).goals[0]?.verdict, 'met');
});

test('a difference below zero meets a goal', () => {
  const goal = { measure: 'time', against: 'bound', as: 'difference', atMost: 60 } as const;
  const measured = [
    { subject: 'Guildhall', samples: [{ values: { time: 30 } }] },
    { subject: 'bound', samples: [{ values: { time: 40 } }] },
  ];
  assert.deepEqual(judgeRow('row', [goal], measured).goals, [{ goal, value: -10, verdict: 'met' }]);
});

test('a goal may be a difference or an absolute value', () => {
  const measured = [
    { subject: 'Guildhall', samples: [{ values: { time: 350, memory: 18 } }] },
    { subject: 'bound', samples: [{ values: { time: 40 } }] },
  ];
  const { goals } = judgeRow(
    'row',
    [
      { measure: 'time', against: 'bound', as: 'difference', atMost: 300 },
      { measure: 'memory', atMost: 20 },
      { measure: 'cpu', against: 'bound', atMost: 1 },
    ],
    measured,
  );
  assert.deepEqual(
    goals.map(({ value, verdict }) => [value, verdict]),
    [
      [310, 'MISSED'],
      [18, 'met'],
      [undefined, 'void'],
    ],
  );
});

test('subjects are measured in turn, in the opposite order each time, and the first round does not count', async () => {
  const order: string[] = [];
  const subject = (name: string): Subject => ({
    name,
    async measure() {
      order.push(name);
      return { values: { time: order.length } };
    },
  });
  const measured = await measureRounds({ rounds: 2 }, [subject('a'), subject('b')], { roundMs: 1 });
  assert.equal(order.join(''), 'abbaab');
  assert.deepEqual(
    measured.map(({ subject, samples }) => [subject, samples.map(({ values }) => values.time)]),
    [
      ['a', [4, 5]],
      ['b', [3, 6]],
    ],
  );
});
