import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DeviceMaker } from './device-maker.js';

test('the kernel takes a keyboard of the lab for a real one while it is plugged in', async () => {
  const isThere = () => readFileSync('/proc/bus/input/devices', 'utf8').includes('"Lab Keyboard"');
  const maker = new DeviceMaker();
  try {
    await maker.order('keyboard Lab Keyboard');
    assert.ok(isThere());
    await maker.order('key 30 1');
    await maker.order('key 30 0');
  } finally {
    await maker[Symbol.asyncDispose]();
  }
  assert.ok(!isThere());
});
