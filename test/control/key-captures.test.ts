import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endCapture } from '#guildhall/control/operations/capture.js';
import { approveConsent } from '#guildhall/control/operations/consent.js';
import { listGrants, revokeGrant } from '#guildhall/control/operations/grants.js';
import { watchEverything } from '#guildhall/control/operations/live.js';
import { getStatus } from '#guildhall/control/operations/status.js';
import { UserError } from '#guildhall/platform/errors.js';
import { withControl } from './control-harness.js';
import { consentRequest, rpcSession } from './requests.js';

const never = new AbortController().signal;
const GRANT = {
  id: '9',
  application: consentRequest().application,
  scopes: ['rpc'],
  created_at: '2026-01-02T03:04:05.000000+00:00',
};

test(
  'status shows which application records keys, and the person can end it',
  withControl(async ({ captures, daemon }) => {
    assert.equal((await daemon.call(getStatus, {}, {})).capture, null);
    const capture = captures.start('Game');
    assert.deepEqual((await daemon.call(getStatus, {}, {})).capture, capture);
    assert.deepEqual(await daemon.call(endCapture, {}, {}), capture);
    assert.equal(captures.current, null);
    await assert.rejects(daemon.call(endCapture, {}, {}), UserError);
  }),
);

test(
  'a desktop notification is shown as long as an application records keys',
  withControl(async ({ captures, notifier }) => {
    captures.start('Game');
    assert.match(notifier.shown.get('capture')?.title ?? '', /^Game is recording keys/);
    await captures.endCurrent();
    assert.equal(notifier.shown.size, 0);
  }),
);

test(
  'an open page is notified at once when an application starts and stops recording keys',
  withControl(async ({ captures, daemon }) => {
    const seen: (string | null)[] = [];
    for await (const { part, value } of daemon.stream(watchEverything, {}, {})) {
      if (part !== 'capture') continue;
      seen.push(value?.application.name ?? null);
      if (seen.length === 1) captures.start('Game');
      else if (seen.length === 2) await captures.endCurrent();
      else break;
    }
    assert.deepEqual(seen, [null, 'Game', null]);
  }),
);

test(
  'grants list the permission to record keys, and revoking one removes it',
  withControl(async ({ client, consent, daemon }) => {
    client.granted.push(GRANT);
    const mayRecord = async () =>
      (await daemon.call(listGrants, {}, {})).map(({ key_capture }) => key_capture);
    assert.deepEqual(await mayRecord(), [false]);
    const answer = consent.ask(consentRequest({ kind: 'capture', scopes: [] }), never);
    const [waiting] = consent.waiting();
    await daemon.call(approveConsent, { id: waiting?.id ?? '' }, { remember: true });
    await answer;
    assert.deepEqual(await mayRecord(), [true]);
    await daemon.call(revokeGrant, { id: '9' }, {});
    client.granted.push(GRANT);
    assert.deepEqual(await mayRecord(), [false]);
  }),
);

test(
  'revoking a grant that was allowed once removes the permission of a connection that has not used it',
  withControl(async ({ client, daemon, sessions }) => {
    client.granted.push({ ...GRANT, once: true });
    sessions.push(rpcSession('a', { key_capture: true }));
    await daemon.call(revokeGrant, { id: '9' }, {});
    assert.deepEqual(
      sessions.map(({ key_capture }) => key_capture),
      [false],
    );
  }),
);

test(
  'grants show a permission to record keys that one connection has',
  withControl(async ({ client, daemon, sessions }) => {
    client.granted.push(GRANT, { ...GRANT, id: '10', application: { ...GRANT.application, id: '101' } });
    sessions.push(rpcSession('a', { key_capture: true }));
    const grants = await daemon.call(listGrants, {}, {});
    assert.deepEqual(
      grants.map(({ key_capture }) => key_capture),
      [true, false],
    );
  }),
);

test(
  'recording keys cannot be allowed with a request without rpc',
  withControl(async ({ consent, daemon }) => {
    const answer = consent.ask(consentRequest({ scopes: ['identify'] }), never);
    const id = consent.waiting()[0]?.id ?? '';
    const approve = (key_capture: boolean) =>
      daemon.call(approveConsent, { id }, { remember: false, key_capture });
    await assert.rejects(approve(true), UserError);
    await approve(false);
    assert.deepEqual(await answer, { allowed: true, lasting: false, keyCapture: false });
  }),
);
