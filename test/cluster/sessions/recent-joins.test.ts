import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentJoins } from '#guildhall/cluster/sessions/recent-joins.js';

test('joins are forgotten after ten seconds each', () => {
  let now = 0;
  const joins = new RecentJoins(() => now);
  joins.add('1', '10');
  now = 6_000;
  joins.add('1', '11');
  joins.add('2', '10');
  assert.deepEqual(joins.ofUser('1'), ['10', '11']);
  now = 10_000;
  assert.deepEqual([joins.ofUser('1'), joins.ofUser('2')], [['11'], ['10']]);
  now = 16_000;
  assert.deepEqual([joins.ofUser('1'), joins.ofUser('2')], [[], []]);
});

test('only the latest joins are remembered, however many there are', () => {
  const joins = new RecentJoins(() => 0);
  for (let guild = 1; guild <= 101; guild += 1) joins.add('1', `${guild}`);
  assert.deepEqual(joins.ofUser('1')[0], '2');
  assert.equal(joins.ofUser('1').length, 100);
  for (let user = 2; user <= 10_001; user += 1) joins.add(`${user}`, '1');
  assert.deepEqual([joins.ofUser('1'), joins.ofUser('2')], [[], ['1']]);
});
