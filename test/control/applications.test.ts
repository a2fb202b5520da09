import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RememberedAnswer } from '#guildhall/control/applications/remembered-answers.js';
import { watchApplications } from '#guildhall/control/operations/application-live.js';
import {
  createApplication,
  resetSecret,
  setApproved,
  updateApplication,
} from '#guildhall/control/operations/applications.js';
import { forgetRemembered, withdrawKeyCapture } from '#guildhall/control/operations/consent.js';
import { listGrants } from '#guildhall/control/operations/grants.js';
import { UserError } from '#guildhall/platform/errors.js';
import { signIn } from './console-session.js';
import { type ControlHarness, withControl } from './control-harness.js';
import { send } from './http.js';
import { MockAdministration } from './mock-administration.js';
import { consentRequest, rpcSession } from './requests.js';

const INPUT = { name: 'Acme Tool', bot: false, approved: false };

const administered = (harness: ControlHarness) => {
  harness.administration = new MockAdministration();
};

/** Lets a person answer a request for good. */
async function allow(
  { consent }: ControlHarness,
  request: ReturnType<typeof consentRequest>,
  keyCapture = false,
): Promise<void> {
  const answer = consent.ask(request, new AbortController().signal);
  await consent.decide(consent.waiting()[0]?.id ?? '', 'allow', keyCapture);
  await answer;
}

/** The remembered answers that the page shows. */
async function listRemembered({ daemon }: ControlHarness): Promise<RememberedAnswer[]> {
  for await (const { part, value } of daemon.stream(watchApplications, {}, {})) {
    if (part === 'remembered') return value;
  }
  assert.fail('no remembered answers were sent');
}

test(
  'a change for the page is shown on the desktop and logged, one of the command line is not',
  withControl(async (harness) => {
    const { daemon, notifier } = harness;
    const { id } = await daemon.call(createApplication, {}, INPUT);
    await daemon.call(setApproved, { id }, { approved: true });
    assert.equal(notifier.shown.size, 0);
    const { url, origin, headers } = await signIn(harness);
    const asPage = (method: string, path: string, body: object) =>
      send(`${url}api/applications${path}`, { method, headers: { ...headers, origin }, body });
    for (const [method, path, body] of [
      ['POST', '', INPUT],
      ['POST', '', { ...INPUT, approved: true }],
      ['POST', `/${id}/approved`, { approved: true }],
      ['POST', `/${id}/secret`, {}],
      ['PATCH', `/${id}`, { rpc_origins: ['https://other.example'] }],
      ['POST', `/${id}/testers`, { add: ['2'], remove: [] }],
    ] as const) {
      const { status, headers: answered } = await asPage(method, path, body);
      assert.equal(status, 200, path);
      assert.equal(answered['cache-control'], 'no-store', 'a secret may be in a cache');
    }
    // None takes the place of another one; what comes after the fifth shares one.
    assert.deepEqual(
      [...notifier.shown.values()].map(({ title }) => title),
      [
        'Acme Tool was registered',
        'Acme Tool was approved',
        'Acme Tool was approved',
        'Acme Tool was given a new secret',
        'Acme Tool was changed',
        '1 further change of applications',
      ],
    );
  }, administered),
);

test(
  'the page cannot choose the owner of an application, whose rights its bot would have',
  withControl(async (harness) => {
    const { daemon } = harness;
    const { id } = await daemon.call(createApplication, {}, INPUT);
    const { url, origin, headers } = await signIn(harness);
    for (const [method, path, body] of [
      ['POST', '', { ...INPUT, owner_id: '2' }],
      ['PATCH', `/${id}`, { owner_id: '2' }],
    ] as const) {
      const target = `${url}api/applications${path}`;
      const { status } = await send(target, { method, headers: { ...headers, origin }, body });
      assert.equal(status, 403);
    }
    assert.equal((await daemon.call(updateApplication, { id }, { owner_id: '2' })).owner_id, '2');
  }, administered),
);

test(
  'a reset secret is in one reply, and the view of the page gets neither secrets nor tokens of people',
  withControl(async ({ daemon }) => {
    const { id, client_secret: first } = await daemon.call(createApplication, {}, { ...INPUT, bot: true });
    const { client_secret: second } = await daemon.call(resetSecret, { id }, {});
    assert.notEqual(second, first);
    const parts: string[] = [];
    for await (const part of daemon.stream(watchApplications, {}, {})) {
      parts.push(JSON.stringify(part));
      if (parts.length === 3) break;
    }
    const all = parts.join();
    assert.match(all, /Acme Tool.*bob#0002/s);
    assert.doesNotMatch(all, /secret|token/);
  }, administered),
);

test(
  'a remembered answer is listed in words and forgotten alone',
  withControl(async (harness) => {
    const { client, consent, daemon } = harness;
    const request = consentRequest({ scopes: ['identify', 'rpc'] });
    client.applications.set('100', request.application);
    await allow(harness, request);
    await allow(harness, consentRequest({ id: '101', origin: null, scopes: ['guilds'] }));
    const remembered = await listRemembered(harness);
    assert.deepEqual(
      remembered.map(({ application, origin, permissions }) => [
        application,
        origin,
        permissions.map(({ name, sensitive }) => [name, sensitive]),
      ]),
      [
        [
          { id: '100', name: 'Game', icon: null },
          'https://game.example',
          [
            ['rpc', true],
            ['identify', false],
          ],
        ],
        [{ id: '101', name: null, icon: null }, null, [['guilds', false]]],
      ],
    );
    await daemon.call(forgetRemembered, { id: remembered[0]?.id ?? '' }, {});
    assert.deepEqual(
      (await listRemembered(harness)).map(({ application }) => application.id),
      ['101'],
    );
    void consent.ask(request, new AbortController().signal);
    assert.equal(consent.waiting().length, 1, 'the application does not have to ask again');
    await assert.rejects(
      daemon.call(forgetRemembered, { id: remembered[0]?.id ?? '' }, {}),
      (error) => error instanceof UserError && /no remembered answer/.test(error.message),
    );
  }),
);

test(
  'another person neither sees nor forgets a remembered answer',
  withControl(async (harness) => {
    await allow(harness, consentRequest({ userId: '1' }));
    const [answer] = await listRemembered(harness);
    harness.client.user = { id: '2', username: 'bob', discriminator: '0002', avatar: null };
    assert.deepEqual(await listRemembered(harness), []);
    await assert.rejects(harness.daemon.call(forgetRemembered, { id: answer?.id ?? '' }, {}), UserError);
    harness.client.user = { id: '1', username: 'ada', discriminator: '0001', avatar: null };
    assert.equal((await listRemembered(harness)).length, 1);
  }),
);

test(
  'the permission to record keys is withdrawn for good and on connections, and nothing else is',
  withControl(async (harness) => {
    const { client, consent, daemon, sessions } = harness;
    const request = consentRequest();
    client.granted.push({
      ...{ id: '9', application: request.application, scopes: ['rpc'] },
      created_at: '2026-01-02T03:04:05.000000+00:00',
    });
    await allow(harness, request, true);
    sessions.push(rpcSession('a', { key_capture: true }));
    const [before] = await daemon.call(listGrants, {}, {});
    assert.deepEqual([before?.key_capture, before?.connections], [true, 1]);
    await daemon.call(withdrawKeyCapture, { id: '100' }, {});
    const [after] = await daemon.call(listGrants, {}, {});
    assert.deepEqual([after?.key_capture, after?.connections], [false, 1]);
    assert.equal(consent.allowsKeyCapture('1', '100'), false);
    const [remembered] = await listRemembered(harness);
    assert.deepEqual([remembered?.scopes, remembered?.key_capture], [['rpc', 'identify'], false]);
  }),
);

test(
  'a capture that cannot be ended is reported, not called withdrawn',
  withControl(async (harness) => {
    const { consent, daemon } = harness;
    await allow(harness, consentRequest(), true);
    harness.captureFailure = new UserError('the driver does not answer');
    await assert.rejects(daemon.call(withdrawKeyCapture, { id: '100' }, {}));
    assert.equal(consent.allowsKeyCapture('1', '100'), false);
  }),
);
