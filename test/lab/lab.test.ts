import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { GuestEnd, GuestNote, GuestResult } from './guest-result.js';
import { Machine, type MachineOptions } from './machine.js';
import { makeDisk, type Scenario } from './scenario.js';

/** How long a machine may take for one boot and its tests, in milliseconds; emulated processors are slow. */
const TIMEOUT = 1_500_000;

const { GUILDHALL_LAB_KERNEL: kernel, GUILDHALL_LAB_INITRD: initrd } = process.env;
assert.ok(kernel && initrd, 'the lab is started by: npm run test:lab');
const scenarios: Scenario[] = JSON.parse(process.env.GUILDHALL_LAB_SCENARIOS ?? '[]');
assert.ok(scenarios.length > 0, 'the lab has no scenarios');

// Boots the machine of each scenario; each test that ran in it becomes one of this process.
for (const { name, boots, hasDisk } of scenarios) {
  test(`in a machine for ${name}`, async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-lab-'));
    try {
      const disk = hasDisk ? join(folder, 'disk') : null;
      if (disk !== null) makeDisk(disk);
      let hasPassed = true;
      for (const tests of boots) {
        // Each boot continues what the one before it has done.
        if (!hasPassed) break;
        hasPassed = false;
        await context.test(tests, { timeout: TIMEOUT + 10_000 }, async (boot) => {
          await runBoot(boot, { kernel, initrd, folder, tests, disk });
          hasPassed = true;
        });
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

async function runBoot(context: TestContext, options: MachineOptions): Promise<void> {
  const machine = await Machine.boot(options);
  const timer = setTimeout(() => machine.process.kill('SIGKILL'), TIMEOUT);
  let ended = false;
  let count = 0;
  try {
    for await (const line of machine.lines) {
      const message = JSON.parse(line) as GuestResult | GuestNote | GuestEnd;
      if ('note' in message) {
        context.diagnostic(message.note);
        continue;
      }
      if ('end' in message) {
        ended = true;
        // A fault outside of a test, e.g. in a hook, fails none of them.
        assert.equal(message.exitCode, 0, `the tests failed; the machine's console:\n${machine.console}`);
        break;
      }
      count += 1;
      await context.test(message.name, () => assert.ok(message.passed, message.message));
    }
    assert.ok(ended, `the machine ended before its tests did; its console:\n${machine.console}`);
    assert.ok(count > 0, `no test ran in the machine; its console:\n${machine.console}`);
    // The next boot needs what this one wrote.
    if (options.disk !== null) await machine.powerOff();
  } finally {
    clearTimeout(timer);
    machine.process.kill('SIGKILL');
    await rm(join(options.folder, 'results'), { force: true });
  }
}
