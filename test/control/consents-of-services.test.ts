import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { ConsentDesk } from '#guildhall/control/consent/consent-desk.js';
import { askUndecided, openDesk, withDesk } from './desk.js';
import { consentRequest } from './requests.js';

const REMOTE = 'https://chat.example/api';
const { userId, application } = consentRequest();

/** Asks, and remembers that the person allows it, with the recording of keys. */
async function remember(desk: ConsentDesk): Promise<void> {
  const answer = desk.ask(consentRequest(), new AbortController().signal);
  await desk.decide(desk.waiting()[0]?.id ?? '', 'allow', true);
  await answer;
}

test(
  'what is remembered at one service does not count at another, and counts again at the first',
  withDesk(async (desk, path) => {
    await remember(desk);

    const remote = await openDesk(path, REMOTE);
    assert.equal((await askUndecided(remote, consentRequest())).allowed, false);
    assert.equal((await askUndecided(remote, consentRequest({ kind: 'capture' }))).allowed, false);
    assert.equal(remote.allowsKeyCapture(userId, application.id), false);
    assert.deepEqual(remote.listRemembered(userId), []);

    const again = await openDesk(path);
    assert.equal((await askUndecided(again, consentRequest())).allowed, true);
    assert.equal(again.allowsKeyCapture(userId, application.id), true);
  }),
);

test(
  'decisions at one service change none of another',
  withDesk(async (desk, path) => {
    await remember(desk);
    const before: unknown = JSON.parse(await readFile(path, 'utf8'));

    const remote = await openDesk(path, REMOTE);
    const other = remote.ask(consentRequest({ scopes: ['identify'] }), new AbortController().signal);
    await remote.decide(remote.waiting()[0]?.id ?? '', 'allow');
    await other;
    const [remembered] = remote.listRemembered(userId);
    assert.deepEqual(remembered?.scopes, ['identify']);
    assert.equal(remote.allowsKeyCapture(userId, application.id), false);
    assert.deepEqual((await openDesk(path, REMOTE)).listRemembered(userId), [remembered]);

    await remote.withdrawKeyCapture(userId, application.id);
    await remote.forgetRemembered(userId, remembered?.id ?? '');
    await remote.forget(application.id);
    assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), before);
  }),
);
