import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import type { Person } from './person.js';
import { mainUnit, type Service, untilBack } from './state.js';

/** Tests that systemd restarts the daemon of a person who has installed the service. */
export function testRestarts(person: Person, of = ''): void {
  test(`${of}a killed daemon is back`, () => assertRestarted(person, 'SIGKILL'));

  test(`${of}the watchdog restarts a stopped daemon`, async () => {
    await assertRestarted(person, 'SIGSTOP');
    const journal = execFileSync('journalctl', ['--no-pager', `_UID=${person.uid}`], { encoding: 'utf8' });
    assert.match(journal, /Watchdog timeout/);
  });
}

async function assertRestarted(person: Person, signal: 'SIGKILL' | 'SIGSTOP'): Promise<void> {
  const { pid, restarts } = mainUnit(person.json<Service>('service', 'status'));
  assert.ok(pid);
  process.kill(pid, signal);
  assert.equal(mainUnit(await untilBack(person, pid)).restarts, restarts + 1);
}
