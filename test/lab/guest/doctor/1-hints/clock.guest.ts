import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from '#guildhall/control/doctor/finding.js';
import { patience } from '../../../../helpers/patience.js';
import { ada, runCommand, tryHint } from '../ada.js';
import { NtpServer, rightTime } from '../ntp-server.js';

const DAY = 86_400_000;
/** How far a clock that was set may be from the right time, in milliseconds. */
const TOLERANCE = 10_000;

let server: NtpServer;

before(async () => {
  server = await NtpServer.start();
  mkdirSync('/etc/systemd/timesyncd.conf.d', { recursive: true });
  writeFileSync('/etc/systemd/timesyncd.conf.d/lab.conf', '[Time]\nNTP=127.0.0.1\n');
  ada.run('guildhall service install');
});

after(() => server.close());

test('service_silent, as after the machine was suspended, is found, and is gone after waiting', async () => {
  setClock(rightTime() + 180_000);
  await tryHint('service_silent', () => {});
});

test('clock_behind is found, and is gone once its hint was applied', async () => {
  setClock(rightTime() - DAY);
  await tryHint('clock_behind', synchronize);
});

test('clock_wrong is found, and is gone once its hint was applied', async () => {
  setClock(Date.UTC(2019, 0, 1));
  await tryHint('clock_wrong', synchronize);
});

/** Sets the clock of the machine, which nothing corrects. */
function setClock(time: number): void {
  // If the bus had to start it, the call would fail after 25 s, within which a slow machine does not start it.
  execFileSync('systemctl', ['start', 'systemd-timedated']);
  execFileSync('timedatectl', ['set-ntp', 'false']);
  execFileSync('date', ['--set', new Date(time).toISOString()]);
}

/** Runs the command of a finding, and waits until the clock is right. */
async function synchronize(finding: Finding): Promise<void> {
  runCommand(finding);
  // Deadlines by the clock of the machine mean nothing while it is set.
  const deadline = performance.now() + patience();
  while (Math.abs(Date.now() - rightTime()) > TOLERANCE) {
    assert.ok(performance.now() < deadline, 'the clock was not set');
    await sleep(100);
  }
}
