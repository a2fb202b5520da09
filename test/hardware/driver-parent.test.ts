import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(import.meta.resolve('#guildhall/hardware/host/host-main.js'));

/** Starts the process of the HID driver. @returns its exit code, or the type of the first frame that it sends */
async function startHost(...daemonPid: string[]): Promise<number | string> {
  const host = fork(ENTRY, ['hid', ...daemonPid], { stdio: 'ignore' });
  const first = await Promise.race([once(host, 'exit'), once(host, 'message')]);
  host.kill('SIGKILL');
  const [told]: unknown[] = first;
  if (typeof told === 'number') return told;
  assert.ok(typeof told === 'object' && told !== null && 'type' in told);
  return String(told.type);
}

test('a driver runs while the given daemon is its parent', async () => {
  assert.match(String(await startHost(String(process.pid))), /^(ready|unavailable)$/);
});

test('a driver whose parent is not the given daemon ends', async () => {
  for (const wrong of [String(process.ppid), '1', '', 'daemon']) {
    assert.equal(await startHost(wrong), 70, wrong);
  }
  assert.equal(await startHost(), 70);
});
