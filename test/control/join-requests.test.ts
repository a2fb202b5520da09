import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showGuild } from '#guildhall/control/guilds/show-guild.js';
import {
  acceptActivityRequest,
  declineActivityRequest,
  listActivities,
  requestActivity,
} from '#guildhall/control/operations/activities.js';
import type { ProgramActivity } from '#guildhall/rpc/activities/activities.js';
import type { PendingRequest } from '#guildhall/rpc/activities/activity-requests.js';
import { readActivitySettings } from '#guildhall/rpc/activities/activity-settings.js';
import { eventually } from '../helpers/eventually.js';
import { guild } from '../helpers/objects.js';
import { MockChatClient } from '../mocks/mock-client.js';
import { withControl } from './control-harness.js';
import { programActivity, rpcSession } from './requests.js';

const NOTIFICATION = 'join request';

function request(id: string, fields: Partial<PendingRequest> = {}): PendingRequest {
  return {
    ...{ id, kind: 'ask', direction: 'received', action: 'join', applicationId: '7', state: 'waiting' },
    user: { id: '2', username: 'bob', discriminator: '0002', avatar: null },
    expiresAt: Date.parse('2026-01-02T03:04:05.678Z'),
    ...fields,
  };
}

test(
  'requests to play together are listed and answered, with the name of an application that is connected',
  withControl(async ({ activityRequests, daemon, sessions }) => {
    sessions.push(rpcSession('a', { application: { id: '7', name: 'Chess', icon: null } }));
    activityRequests.set([request('r1'), request('r2', { kind: 'invite', applicationId: '8' })]);
    const { requests } = await daemon.call(listActivities, {}, {});
    assert.deepEqual(requests[0], {
      ...{ id: 'r1', kind: 'ask', direction: 'received', action: 'join', state: 'waiting' },
      user: { id: '2', username: 'bob', discriminator: '0002' },
      application: { id: '7', name: 'Chess' },
      expires_at: '2026-01-02T03:04:05.678000+00:00',
    });
    assert.deepEqual(requests[1]?.application, { id: '8', name: null });
    await daemon.call(acceptActivityRequest, { id: 'r1' }, {});
    await daemon.call(declineActivityRequest, { id: 'r2' }, {});
    await daemon.call(requestActivity, {}, { user: '2', request: 'spectate' });
    await daemon.call(requestActivity, {}, { user: '2', request: 'invite' });
    assert.deepEqual(activityRequests.done, ['accept r1', 'decline r2', 'ask 2 spectate', 'invite 2']);
  }),
);

test(
  'a notification shows a received request while it waits, and its buttons answer the one that is shown',
  withControl(async ({ activityRequests, notifier }) => {
    activityRequests.set([request('r0', { direction: 'sent' })]);
    assert.equal(notifier.shown.has(NOTIFICATION), false);
    activityRequests.set([request('r1')]);
    assert.equal(notifier.shown.get(NOTIFICATION)?.title, 'bob#0002 asks to join your game');
    notifier.choose(NOTIFICATION, 'default');
    assert.deepEqual(activityRequests.done, []);
    notifier.choose(NOTIFICATION, 'accept');
    activityRequests.set([request('r2', { action: 'spectate' })]);
    assert.equal(notifier.shown.get(NOTIFICATION)?.title, 'bob#0002 asks to watch your game');
    notifier.choose(NOTIFICATION, 'decline');
    assert.deepEqual(activityRequests.done, ['accept r1', 'decline r2']);
    activityRequests.set([request('r2'), request('r3', { kind: 'invite' })]);
    assert.equal(notifier.shown.get(NOTIFICATION)?.title, '2 requests to play together wait for you');
    notifier.choose(NOTIFICATION, 'accept');
    assert.equal(activityRequests.done.length, 2);
    activityRequests.set([request('r3', { kind: 'invite' })]);
    assert.equal(notifier.shown.get(NOTIFICATION)?.title, 'bob#0002 invites you into their game');
    activityRequests.set([request('r3', { state: 'declined' })]);
    assert.equal(notifier.shown.has(NOTIFICATION), false);
  }),
);

test(
  'a notification asks while an activity waits for the person, and its buttons decide about the one that is shown',
  withControl(async ({ activities, activityListeners, daemon, files, notifier }) => {
    const set = (...shown: ProgramActivity[]) => {
      activities.splice(0, activities.length, ...shown);
      for (const listener of activityListeners) listener();
    };
    const waiting = { isBlocked: true, isUndecided: true };
    const untilAsked = (body: RegExp) =>
      eventually(
        () => body.test(notifier.shown.get('activity')?.body ?? '') && notifier.shown.get('activity'),
      );
    set(programActivity('101', { isBlocked: true }), programActivity('102', { isShown: true }));
    assert.equal(notifier.shown.has('activity'), false);
    set(programActivity('103', { name: 'chess', ...waiting }), programActivity('104', waiting));
    const { title } = await untilAsked(/^Playing chess\n/);
    assert.equal(title, 'chess wants to show what you play');
    notifier.choose('activity', 'default');
    assert.deepEqual((await daemon.call(listActivities, {}, {})).blocked, []);
    notifier.choose('activity', 'block');
    await eventually(async () => (await daemon.call(listActivities, {}, {})).blocked.includes('103'));
    set(programActivity('105', { name: 'chess\nNobody sees it.', ...waiting }));
    await untilAsked(/^Playing chess\[U\+000A\]Nobody sees it\.\n.*$/);
    set(programActivity('104', waiting));
    await untilAsked(/^Playing Game\n/);
    notifier.choose('activity', 'show');
    set();
    await eventually(() => !notifier.shown.has('activity'));
    await eventually(async () => {
      const { services } = await readActivitySettings(files.activitySettings);
      return services?.embedded?.allowed.includes('104') && services.embedded.blocked.length === 1;
    });
  }),
);

test(
  'activities that change many times in one turn are notified of at most twice, with the newest at last',
  withControl(async ({ activities, activityListeners, notifier }) => {
    for (let number = 0; number < 100; number++) {
      const name = `Game ${number}`;
      activities.splice(0, 1, programActivity('103', { name, isBlocked: true, isUndecided: true }));
      for (const listener of activityListeners) listener();
    }
    await eventually(() => notifier.shown.get('activity')?.title.startsWith('Game 99'));
    assert.ok(notifier.history.filter(({ id }) => id === 'activity').length <= 2);
  }),
);

test('a member who is there is shown with what the person can ask, the person with nothing', () => {
  const client = new MockChatClient();
  const plain = guild('200');
  const [ada] = plain.members;
  assert.ok(ada);
  const members = ['1', '2', '3'].map((id) => ({ ...ada, user: { ...ada.user, id } }));
  const presences = ['1', '2'].map((id) => ({
    ...{ user: { id }, status: 'online' as const, activities: [], roles: [] },
    game: { name: 'Chess', flags: 2 },
  }));
  client.addGuild({ ...plain, members, presences, member_count: 3 });
  const shown = showGuild(client, '200')?.members ?? [];
  const facts = shown.map(({ id, can_join, can_watch, can_invite }) => [id, can_join, can_watch, can_invite]);
  assert.deepEqual(facts.sort(), [
    ['1', false, false, false],
    ['2', true, false, true],
    ['3', false, false, false],
  ]);
  client.dispatch('PRESENCE_UPDATE', { ...presences[0], guild_id: '200', game: { name: 'Chess', flags: 0 } });
  assert.equal(
    showGuild(client, '200')?.members.some((member) => member.can_invite),
    false,
  );
});
