import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { ConsentDesk } from '#guildhall/control/consent/consent-desk.js';
import { describeProcess } from '#guildhall/platform/processes/process-description.js';
import { toRpcError } from '#guildhall/rpc/consent/consent.js';
import { ManualClock, settle } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { onlyLinux } from '../helpers/only-on.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';
import { deskOptions } from './desk.js';
import { consentRequest } from './requests.js';

const never = new AbortController().signal;

test('a request that nobody answers in time is refused, and says so', () =>
  withTemporaryFolder(async (folder) => {
    const clock = new ManualClock();
    const options = { ...deskOptions(clock), timeout: 60_000 };
    const desk = await ConsentDesk.open(join(folder, 'remembered.json'), options);
    const ended: string[] = [];
    desk.on('unanswered', ({ application }) => ended.push(application.name));
    const answer = desk.ask(consentRequest(), never);
    const [waiting] = desk.waiting();
    assert.ok(waiting);
    assert.equal(Date.parse(waiting.expires_at) - Date.parse(waiting.requested_at), 60_000);
    await clock.advance(59_999);
    assert.equal(desk.waiting().length, 1);
    await clock.advance(1);
    const refusal = await answer;
    assert.ok(!refusal.allowed && refusal.reason === 'unanswered');
    assert.match(toRpcError(refusal).message, /did not answer in time/);
    assert.deepEqual(ended, ['Game']);
    assert.deepEqual(desk.waiting(), []);
    assert.equal(await desk.decide(waiting.id, 'allow'), false, 'a late click allows nothing');
  }));

test('a request that is decided or withdrawn no longer expires', () =>
  withTemporaryFolder(async (folder) => {
    const clock = new ManualClock();
    const options = { ...deskOptions(clock), timeout: 60_000 };
    const desk = await ConsentDesk.open(join(folder, 'remembered.json'), options);
    const ended: string[] = [];
    desk.on('unanswered', ({ id }) => ended.push(id));
    void desk.ask(consentRequest(), never);
    await desk.decide(desk.waiting()[0]?.id ?? '', 'deny');
    const gone = new AbortController();
    void desk.ask(consentRequest({ id: '200' }), gone.signal);
    gone.abort();
    await settle();
    await clock.advance(120_000);
    assert.deepEqual(ended, []);
    assert.equal(clock.timers, 0);
  }));

test(
  'a request shows the path of the program that asks, not the name or arguments that it gives itself',
  {
    skip: onlyLinux('only Linux tells the program of a process'),
  },
  () =>
    withTemporaryFolder(async (folder) => {
      const options = { ...deskOptions(), describeProcess };
      const desk = await ConsentDesk.open(join(folder, 'remembered.json'), options);
      const script = 'exec -a firefox sleep 60';
      const child = spawn('bash', ['-c', script], { stdio: 'ignore' });
      try {
        const path = await realpath('/usr/bin/sleep').catch(() => realpath('/bin/sleep'));
        await eventually(async () => (await describeProcess(String(child.pid)))?.path === path);
        void desk.ask(consentRequest({ peer: String(child.pid) }), never);
        await eventually(() => desk.waiting().length === 1);
        assert.deepEqual(desk.waiting()[0]?.process, { pid: child.pid, name: basename(path), path });
      } finally {
        child.kill('SIGKILL');
      }
      assert.equal(await describeProcess('4194305'), null, 'there is no such process');
    }),
);
