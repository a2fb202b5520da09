import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import { describeViolation, inputReader } from '#guildhall/protocol/declaration/input-reader.js';

class Refused extends Error {}

const Input = Type.Object({
  volume: Type.Integer({ maximum: 200 }),
  names: Type.Array(Type.String(), { maxItems: 3 }),
});

test('an input reader gives right input as it came', () => {
  const read = inputReader(Input, { refuse: () => new Refused() });
  const input = { volume: 1, names: [], other: true };
  assert.equal(read(input), input);
});

test('an input reader throws the error of its protocol, with the violations that are wanted', () => {
  const refuse = (violations: readonly unknown[]) => new Refused(String(violations.length));
  const wrong = { names: [1, 2] };
  assert.throws(() => inputReader(Input, { refuse })(wrong), new Refused('3'));
  assert.throws(() => inputReader(Input, { refuse, most: 1 })(wrong), new Refused('1'));
});

test('a violation is described with the place and what is demanded there', () => {
  const refuse = (violations: Parameters<typeof describeViolation>[1]) =>
    new Refused(describeViolation('args', violations));
  const read = inputReader(Input, { refuse, most: 1 });
  assert.throws(() => read({ volume: 201, names: [] }), new Refused('args.volume: must be <= 200'));
  assert.throws(() => read({ volume: 1, names: ['a', 2] }), new Refused('args.names.1: must be string'));
  assert.throws(() => read({ names: [] }), new Refused('args.volume: is required'));
  assert.throws(() => read([]), new Refused('args: must be object'));
});
