import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compareSnowflakes,
  firstSnowflake,
  SnowflakeFactory,
  snowflakeTime,
} from '#guildhall/protocol/snowflake.js';

const NOW = 1_790_000_000_000;

test('ids of two nodes differ, also those of the same millisecond', () => {
  const [first, second] = [new SnowflakeFactory(() => NOW, 0), new SnowflakeFactory(() => NOW, 1023)];
  const ids = Array.from({ length: 5000 }, () => [first.next(), second.next()]).flat();
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.every((id) => snowflakeTime(id) >= NOW));
});

test('ids follow one of a node whose clock is ahead', () => {
  const factory = new SnowflakeFactory(() => NOW, 1);
  const ahead = (BigInt(firstSnowflake(NOW + 5000)) | 0x3fffffn).toString();
  factory.follow(ahead);
  const next = factory.next();
  assert.equal(compareSnowflakes(ahead, next), -1);
  factory.follow(firstSnowflake(NOW));
  assert.equal(compareSnowflakes(next, factory.next()), -1);
});

test('following an id that is older than the newest own one uses up nothing', () => {
  const factory = new SnowflakeFactory(() => NOW, 1);
  const [first, second] = [factory.next(), factory.next()];
  factory.follow(first);
  factory.follow(second);
  assert.equal(BigInt(factory.next()) - BigInt(second), 1n);
});

test('ids follow one of a node with a higher number in the same millisecond', () => {
  const [lower, higher] = [new SnowflakeFactory(() => NOW, 1), new SnowflakeFactory(() => NOW, 2)];
  lower.next();
  const followed = higher.next();
  lower.follow(followed);
  assert.equal(compareSnowflakes(followed, lower.next()), -1);
});
