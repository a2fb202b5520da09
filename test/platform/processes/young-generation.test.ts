import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { test } from 'node:test';
import v8 from 'node:v8';
import { limitYoungGeneration } from '#guildhall/platform/processes/young-generation.js';

test('the space for new objects does not grow until the limit is lifted', () => {
  const flags: string[] = [];
  const { setFlagsFromString } = v8;
  v8.setFlagsFromString = (flag) => void flags.push(flag);
  syncBuiltinESMExports();
  try {
    const liftLimit = limitYoungGeneration();
    assert.deepEqual(flags.splice(0), ['--semi-space-growth-factor=1']);
    liftLimit();
    assert.deepEqual(flags, ['--semi-space-growth-factor=2']);
  } finally {
    v8.setFlagsFromString = setFlagsFromString;
    syncBuiltinESMExports();
  }
});
