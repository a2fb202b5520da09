import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { GuestEnd, GuestNote, GuestResult } from './guest-result.js';
import { Machine } from './machine.js';

/** How long the machine may take for everything, in milliseconds; emulated processors are slow. */
const TIMEOUT = 1_500_000;

/** Boots the machine; each test that ran in it becomes one of this process. */
test('in a machine with a real kernel', { timeout: TIMEOUT + 10_000 }, async (context) => {
  const { GUILDHALL_LAB_KERNEL: kernel, GUILDHALL_LAB_INITRD: initrd } = process.env;
  assert.ok(kernel && initrd, 'the lab is started by: npm run test:lab');
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-lab-'));
  const machine = await Machine.boot({ kernel, initrd, folder });
  const timer = setTimeout(() => machine.process.kill('SIGKILL'), TIMEOUT);
  let ended = false;
  let count = 0;
  try {
    for await (const line of machine.lines) {
      const told = JSON.parse(line) as GuestResult | GuestNote | GuestEnd;
      if ('note' in told) {
        context.diagnostic(told.note);
        continue;
      }
      if ('end' in told) {
        ended = true;
        // A fault outside of a test, e.g. in a hook, fails none of them.
        assert.equal(told.exitCode, 0, `the tests failed; the machine's console:\n${machine.console}`);
        break;
      }
      count += 1;
      await context.test(told.name, () => assert.ok(told.passed, told.message));
    }
    assert.ok(ended, `the machine ended before its tests did; its console:\n${machine.console}`);
    assert.ok(count > 0, `no test ran in the machine; its console:\n${machine.console}`);
  } finally {
    clearTimeout(timer);
    machine.process.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});
