import assert from 'node:assert/strict';
import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConsentDesk } from '#guildhall/control/consent/consent-desk.js';
import { NotSavedError } from '#guildhall/platform/errors.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';
import { deskOptions, openDesk } from './desk.js';
import { consentRequest } from './requests.js';

const { userId, application, origin } = consentRequest();

/** What is remembered of an application that may record keys. */
const ALLOWED = JSON.stringify({
  version: 1,
  allowed: [
    {
      user_id: userId,
      application_id: application.id,
      origin,
      scopes: ['rpc'],
      key_capture: true,
      service: 'embedded',
    },
    { user_id: userId, application_id: '9', origin, scopes: ['rpc'], service: 'embedded' },
  ],
});

test('a withdrawal that cannot be saved holds now and after a restart, and says so', () =>
  withTemporaryFolder(async (folder) => {
    // So long that the file beside it that a save writes first has no valid name.
    const path = join(folder, 'r'.repeat(245));
    await writeFile(path, ALLOWED);
    const desk = await openDesk(path);
    await assert.rejects(desk.withdrawKeyCapture(userId, application.id), (error: unknown) => {
      assert.ok(error instanceof NotSavedError);
      assert.match(error.message, /it is withdrawn, and after a restart every application asks again/);
      return true;
    });
    for (const now of [desk, await openDesk(path)]) {
      assert.equal(now.allowsKeyCapture(userId, application.id), false);
    }
    assert.equal(desk.listRemembered(userId).length, 2);
  }));

test('a withdrawal is saved as soon as that works', () =>
  withTemporaryFolder(async (folder) => {
    const path = join(folder, 'remembered.json');
    await writeFile(path, ALLOWED);
    const clock = new ManualClock();
    const desk = await ConsentDesk.open(path, deskOptions(clock));
    // A file can neither replace a folder nor be removed where one is.
    await rm(path);
    await mkdir(path);
    await assert.rejects(desk.withdrawKeyCapture(userId, application.id), /withdrawn until Guildhall ends/);
    await rmdir(path);
    await clock.advance(10_000);
    await desk.forget('no application');
    assert.equal((await openDesk(path)).allowsKeyCapture(userId, application.id), false);
    assert.equal((await openDesk(path)).listRemembered(userId).length, 2);
  }));

test('a withdrawal is saved later also if an answer could not be saved after it', () =>
  withTemporaryFolder(async (folder) => {
    const path = join(folder, 'remembered.json');
    await writeFile(path, ALLOWED);
    const clock = new ManualClock();
    const desk = await ConsentDesk.open(path, deskOptions(clock));
    await rm(path);
    await mkdir(path);
    await assert.rejects(desk.withdrawKeyCapture(userId, application.id), NotSavedError);
    const answer = desk.ask(consentRequest({ scopes: ['identify'] }), new AbortController().signal);
    const waiting = await eventually(() => desk.waiting()[0]);
    await assert.rejects(desk.decide(waiting.id, 'allow', true), NotSavedError);
    await answer;
    await rmdir(path);
    await clock.advance(10_000);
    await desk.forget('no application');
    assert.equal((await openDesk(path)).listRemembered(userId).length, 2);
  }));

test('a request that is allowed but cannot be remembered is answered, and the person is told', () =>
  withTemporaryFolder(async (folder) => {
    const path = join(folder, 'remembered.json');
    const desk = await openDesk(path);
    await mkdir(path);
    const answer = desk.ask(consentRequest(), new AbortController().signal);
    const [waiting] = desk.waiting();
    await assert.rejects(desk.decide(waiting?.id ?? '', 'allow', true), NotSavedError);
    assert.equal((await answer).allowed, true);
    assert.deepEqual(desk.listRemembered(userId), []);
    assert.equal(desk.allowsKeyCapture(userId, application.id), false);
  }));
