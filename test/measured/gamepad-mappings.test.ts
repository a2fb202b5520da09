// test:all measured: measures processor time
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadGamepads } from '#guildhall/platform/native/gamepads.js';

/** How often gamepads are listed and heard with one file. */
const USES = 20;

test('a file of gamepad mappings is parsed once, however often it is used', () => {
  const { binding } = loadGamepads();
  assert.ok(binding);
  const text = '030000005e0400008e02000010010000,Pad,a:b0,b:b1,dpup:h0.1,platform:Linux,\n'.repeat(50_000);
  const cpuOf = (run: () => void): number => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  let mappings = new binding.Mappings('');
  const parsing = cpuOf(() => {
    mappings = new binding.Mappings(text);
  });
  const using = cpuOf(() => {
    for (let use = 0; use < USES; use += 1) {
      binding.list(mappings);
      new binding.Listener(mappings, () => {}).stop();
    }
  });
  // Each of these uses parsed it again once.
  assert.ok(using < (USES / 2) * parsing, `parsing ${parsing} µs, ${USES} uses ${using} µs`);
});
