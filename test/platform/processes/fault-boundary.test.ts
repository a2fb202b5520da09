import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from '#guildhall/platform/log.js';
import { FaultBoundary } from '#guildhall/platform/processes/fault-boundary.js';
import { settle } from '../../hardware/support/manual-clock.js';

function create(end: () => void = () => {}) {
  let ends = 0;
  const boundary = new FaultBoundary('test', silentLogger, () => {
    ends += 1;
    end();
  });
  return { boundary, ends: () => ends };
}

const fail = () => {
  throw new TypeError('fault');
};

test('a listener that throws ends its connection, and the error does not propagate', () => {
  const { boundary, ends } = create();
  boundary.guard(fail)();
  assert.equal(ends(), 1);
});

test('a listener whose promise rejects ends its connection', async () => {
  const { boundary, ends } = create();
  boundary.guard(async () => fail())();
  await settle();
  assert.equal(ends(), 1);
});

test('a listener without a fault gets its arguments and ends nothing', async () => {
  const { boundary, ends } = create();
  const heard: unknown[] = [];
  boundary.guard((one: number, other: string) => heard.push(one, other))(7, 'a');
  await settle();
  assert.deepEqual(heard, [7, 'a']);
  assert.equal(ends(), 0);
});

test('an error while ending a connection does not propagate', () => {
  const { boundary, ends } = create(fail);
  boundary.guard(fail)();
  assert.equal(ends(), 1);
});
