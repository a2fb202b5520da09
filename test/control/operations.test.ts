import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { ControlClient } from '#guildhall/control/control-client.js';
import { login } from '#guildhall/control/operations/accounts.js';
import {
  deleteApplication,
  listApplications,
  setApproved,
} from '#guildhall/control/operations/applications.js';
import { captureShortcut } from '#guildhall/control/operations/capture.js';
import { approveConsent, listConsents } from '#guildhall/control/operations/consent.js';
import { watchDevices } from '#guildhall/control/operations/devices.js';
import { runDoctor } from '#guildhall/control/operations/doctor.js';
import { listGrants, revokeGrant } from '#guildhall/control/operations/grants.js';
import { watchEverything } from '#guildhall/control/operations/live.js';
import { kickSession, listSessions } from '#guildhall/control/operations/sessions.js';
import { stopDaemon } from '#guildhall/control/operations/status.js';
import { toControlError } from '#guildhall/control/server/application.js';
import { UserError } from '#guildhall/platform/errors.js';
import type { Administration, RegisteredApplication } from '#guildhall/protocol/administration.js';
import { unconnectedSessionId } from '#guildhall/rpc/sessions/session.js';
import { StoreError } from '#guildhall/store/errors.js';
import { eventually } from '../helpers/eventually.js';
import { REPORT_TERMS } from '../helpers/report-terms.js';
import { addRoleGuild } from '../helpers/role-guild.js';
import { withControl } from './control-harness.js';
import { consentRequest, rpcSession } from './requests.js';

const never = new AbortController().signal;

const registered: RegisteredApplication = {
  id: '100',
  name: 'Acme Tool',
  description: '',
  icon: null,
  approved: false,
  owner_id: null,
  rpc_origins: [],
  redirect_uris: [],
  testers: [],
  bot: null,
};

/** Matches errors for the person whose text matches. */
const userError = (text: RegExp) => (error: unknown) =>
  error instanceof UserError && text.test(error.message);

test(
  'a waiting request can be listed and approved once',
  withControl(async ({ daemon, consent }) => {
    const answer = consent.ask(consentRequest(), never);
    const [waiting] = await daemon.call(listConsents, {}, {});
    assert.ok(waiting);
    assert.equal(waiting.origin, 'https://game.example');
    const { id } = waiting;
    assert.deepEqual(await daemon.call(approveConsent, { id }, { remember: true }), {
      id,
      allowed: true,
      lasting: true,
    });
    assert.equal((await answer).allowed, true);
    await assert.rejects(
      daemon.call(approveConsent, { id }, { remember: true }),
      userError(/no pending request/),
    );
  }),
);

test(
  'approving a request that is refused all the same says so',
  withControl(async ({ daemon, consent }) => {
    const give = () => Promise.reject(new Error('the application was renamed'));
    const refused = assert.rejects(consent.ask(consentRequest({ give }), never));
    const id = consent.waiting()[0]?.id ?? '';
    await assert.rejects(
      daemon.call(approveConsent, { id }, { remember: true }),
      userError(/the application did not get what you allowed: the application was renamed/),
    );
    await refused;
  }),
);

test(
  'requests to a person are refused when somebody else signs in, and stay when the same person does',
  withControl(async ({ client, consent }) => {
    const answers = [
      consent.ask(consentRequest(), never),
      consent.ask(consentRequest({ userId: null, guest: 'visitor' }), never),
    ];
    void consent.ask(consentRequest({ userId: '2' }), never);
    client.user = { id: '2', username: 'bo', discriminator: '0002', avatar: null };
    await client.signIn('other');
    for (const answer of answers) {
      assert.deepEqual(await answer, {
        allowed: false,
        keyCapture: false,
        reason: 'other-person',
        retryAfter: 0,
      });
    }
    assert.equal(consent.waiting().length, 1);
  }),
);

test(
  'a remembered consent is forgotten before its grant is revoked, so that it allows nothing afterwards',
  withControl(async ({ daemon, client, consent }) => {
    const request = consentRequest();
    const created_at = '2026-01-02T03:04:05.000000+00:00';
    client.granted.push({ id: '9', application: request.application, scopes: ['rpc'], created_at });
    const answer = consent.ask(request, never);
    await consent.decide(consent.waiting()[0]?.id ?? '', 'allow');
    await answer;
    client.revokeGrant = async () => {
      assert.deepEqual(consent.listRemembered(request.userId), []);
      return true;
    };
    assert.deepEqual(await daemon.call(revokeGrant, { id: '9' }, {}), { revoked: '9' });
  }),
);

test(
  'a grant is revoked although its remembered consent cannot be removed from the disk, which is said',
  withControl(async ({ daemon, client, consent }) => {
    const { application } = consentRequest();
    const created_at = '2026-01-02T03:04:05.000000+00:00';
    client.granted.push({ id: '9', application, scopes: ['rpc'], created_at });
    consent.forget = async () => {
      throw new Error('ENOSPC');
    };
    await assert.rejects(
      daemon.call(revokeGrant, { id: '9' }, {}),
      userError(/is revoked; its remembered answer: ENOSPC/),
    );
    assert.deepEqual(await daemon.call(listGrants, {}, {}), []);
  }),
);

test(
  'revoking a grant also forgets the remembered consent',
  withControl(async ({ daemon, client, consent }) => {
    const request = consentRequest();
    const { application } = request;
    client.granted.push({
      id: '9',
      application,
      scopes: ['rpc'],
      created_at: '2026-01-02T03:04:05.000000+00:00',
    });
    const answer = consent.ask(request, never);
    await consent.decide(consent.waiting()[0]?.id ?? '', 'allow');
    await answer;
    assert.deepEqual(await daemon.call(revokeGrant, { id: '9' }, {}), { revoked: '9' });
    assert.deepEqual(await daemon.call(listGrants, {}, {}), []);
    void consent.ask(request, never);
    assert.equal(consent.waiting().length, 1);
    await assert.rejects(daemon.call(revokeGrant, { id: '9' }, {}), userError(/no grant/));
  }),
);

test(
  'connections are listed and closed',
  withControl(async ({ daemon, sessions }) => {
    sessions.push(rpcSession('a', { scopes: null }), rpcSession('b'));
    assert.deepEqual(await daemon.call(listSessions, {}, {}), sessions);
    assert.deepEqual(await daemon.call(kickSession, { id: 'a' }, {}), { kicked: 'a' });
    assert.equal(sessions.length, 1);
    await assert.rejects(daemon.call(kickSession, { id: 'a/../b' }, {}), userError(/no session/));
  }),
);

test(
  'administration is refused if the service is remote',
  withControl(async ({ daemon }) => {
    await assert.rejects(daemon.call(listApplications, {}, {}), userError(/remote service/));
  }),
);

test(
  'refusals of the service are reported with its message',
  withControl(async ({ daemon, client }) => {
    client.user = null;
    await assert.rejects(daemon.call(login, {}, { token: 'x' }), userError(/does not accept this token/));
    await assert.rejects(daemon.call(login, {}, { token: '' }), userError(/body\.token/));
  }),
);

test(
  'the reply to stop is sent before the shutdown starts',
  withControl(async (harness) => {
    assert.deepEqual(await harness.daemon.call(stopDaemon, {}, {}), { pid: process.pid, within_ms: 5_000 });
    await eventually(() => harness.shutdowns === 1);
  }),
);

test(
  'a capture emits each change and ends with the released combination',
  withControl(async ({ daemon, hardware }) => {
    const states: string[] = [];
    for await (const { state, shortcut } of daemon.stream(captureShortcut, {}, {})) {
      states.push(`${state} ${shortcut.map((key) => key.name).join('+')}`.trim());
      if (state === 'listening') {
        hardware.keys.press('i');
        hardware.keys.release('i');
      }
    }
    assert.deepEqual(states, ['listening', 'changed i', 'completed i']);
    await eventually(() => !hardware.keys.listening);
  }),
);

test(
  'a capture ends when its caller disconnects',
  withControl(async ({ daemon, hardware }) => {
    for await (const { state } of daemon.stream(captureShortcut, {}, {})) {
      assert.equal(state, 'listening');
      assert.equal(hardware.keys.listening, true);
      break;
    }
    await eventually(() => !hardware.keys.listening);
  }),
);

test(
  'without an input driver a capture is refused with its reason',
  withControl(async ({ daemon, hardware }) => {
    hardware.setUnavailable('keyboard-mouse', 'no DISPLAY', 'log in to a desktop');
    const items = daemon.stream(captureShortcut, {}, {});
    await assert.rejects(
      items.next(),
      (error) =>
        error instanceof UserError &&
        /no DISPLAY/.test(error.message) &&
        error.hint === 'log in to a desktop',
    );
  }),
);

test(
  'watched devices are sent again when they change',
  withControl(async ({ daemon, hardware }) => {
    const names: string[][] = [];
    for await (const { audio_inputs } of daemon.stream(watchDevices, {}, {})) {
      names.push(audio_inputs.map((one) => one.name));
      if (names.length === 2) break;
      hardware.sound.plug({ id: 'a', name: 'Microphone', direction: 'input', is_default: true });
    }
    assert.deepEqual(names, [[], ['Microphone']]);
    // Devices are no longer watched.
    await eventually(() => hardware.sound.watchers === 0);
  }),
);

test(
  'watched devices are sent again when one is certified, and when HID devices or cameras are plugged in',
  withControl(async ({ daemon, hardware }) => {
    hardware.sound.plug({ id: 'a', name: 'Microphone', direction: 'input', is_default: true });
    const link = { name: 'Maker', url: 'https://maker.example' };
    const certified = { type: 'audioinput' as const, id: 'a', vendor: link, model: link, related: [] };
    const seen: unknown[] = [];
    for await (const { audio_inputs, video_inputs } of daemon.stream(watchDevices, {}, {})) {
      seen.push([audio_inputs[0]?.certified, video_inputs.length]);
      if (seen.length === 1) hardware.certifiedDevices.set('tool', [certified], REPORT_TERMS);
      if (seen.length === 2) {
        hardware.videoInputs.push({ id: 'c', name: 'Camera' });
        hardware.changed();
      }
      if (seen.length === 3) break;
    }
    assert.deepEqual(seen, [
      [false, 0],
      [true, 0],
      [true, 1],
    ]);
  }),
);

test(
  'the page is notified of a device at once, and devices are not watched after it is closed',
  withControl(async ({ daemon, hardware }) => {
    const names: string[] = [];
    for await (const part of daemon.stream(watchEverything, {}, {})) {
      if (part.part !== 'devices') continue;
      names.push(part.value.audio_inputs.map((one) => one.name).join());
      if (names.length === 2) break;
      hardware.sound.plug({ id: 'a', name: 'Microphone', direction: 'input', is_default: true });
    }
    assert.deepEqual(names, ['', 'Microphone']);
    await eventually(() => hardware.sound.watchers === 0);
  }),
);

test(
  'the page is sent what happened last: requests, key captures, guilds and voice channels',
  withControl(async ({ captures, client, consent, daemon }) => {
    const seen: string[] = [];
    for await (const part of daemon.stream(watchEverything, {}, {})) {
      if (part.part !== 'recent') continue;
      seen.push(part.value[0]?.text ?? '');
      if (seen.length === 1) void consent.ask(consentRequest({ name: 'Chess' }), never);
      if (seen.length === 2) captures.start('Key Deck');
      if (seen.length === 3) addRoleGuild(client);
      if (seen.length === 3) client.moveToVoiceChannel(client.state.channel('314') ?? null);
      if (seen.length === 4) client.moveToVoiceChannel(null);
      if (seen.length === 5) break;
    }
    assert.deepEqual(seen, [
      '',
      'Chess asked for access',
      'Key Deck started to record keys',
      'You joined the voice channel Lounge',
      'You left the voice channel',
    ]);
  }),
);

test(
  'a request opens the console once while no page is open',
  withControl(async ({ consent, opened, server }) => {
    void consent.ask(consentRequest(), never);
    void consent.ask(consentRequest({ id: '101' }), never);
    await eventually(() => opened.length > 0);
    assert.equal(opened.length, 1);
    assert.ok((await readFile(opened[0] ?? '', 'utf8')).includes(`${server.pageUrl}#code=`));
  }),
);

for (const [title, act] of [
  [
    'no longer approved',
    (daemon: ControlClient) => daemon.call(setApproved, { id: '100' }, { approved: false }),
  ],
  ['deleted', (daemon: ControlClient) => daemon.call(deleteApplication, { id: '100' }, {})],
] as const) {
  test(
    `a report without a connection is removed when its application is ${title}`,
    withControl(
      async ({ daemon, hardware: { certifiedDevices } }) => {
        const link = { name: 'Acme', url: 'https://acme.example' };
        const device = { type: 'audioinput' as const, vendor: link, model: link, related: [] };
        for (const id of ['100', '101']) {
          const terms = { ...REPORT_TERMS, lifetimeMs: 60_000 };
          certifiedDevices.set(unconnectedSessionId(id), [{ ...device, id }], terms);
        }
        await act(daemon);
        assert.equal(certifiedDevices.all.find('audioinput', '100'), null);
        assert.equal(certifiedDevices.all.find('audioinput', '101')?.id, '101');
        certifiedDevices.clear(unconnectedSessionId('101'));
      },
      (harness) => {
        const stub: Partial<Administration> = {
          setApproved: async () => registered,
          deleteApplication: async () => {},
        };
        harness.administration = stub as Administration;
      },
    ),
  );
}

test('an operation that cannot be stored because the disk is full says so, and what to do', () => {
  const { code, message, hint } = toControlError(new StoreError('database or disk is full', 'SQLITE_FULL'));
  assert.deepEqual([code, message, hint], ['internal', 'the disk is full', 'Free some space and try again.']);
});

test(
  'doctor names each check before its findings',
  withControl(async ({ daemon }) => {
    const checks: string[] = [];
    const all = [];
    for await (const item of daemon.stream(runDoctor, {}, {})) {
      if (item.part === 'check') checks.push(item.value);
      else all.push(item.value);
    }
    assert.equal(all.length, 1);
    assert.ok(all[0]?.every(({ check }) => checks.some((what) => what.startsWith(check))));
  }),
);
