import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AdmittedMembers, KEPT_WITHOUT_SERVICE_MS } from '#guildhall/api/voice/alone/admitted-members.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../../../hardware/support/manual-clock.js';

const MEMBER = {
  ...{ guild_id: '200', channel_id: '11', user_id: '1', session_id: 'session' },
  ...{ may_speak: true, may_listen: true },
};

/** A member who was admitted over a link that carried all members. */
function admitOne() {
  const clock = new ManualClock();
  const removed: string[] = [];
  const endpoint = {
    admitHashed: () => {},
    update: () => true,
    lastSpeech: () => null,
    remove: (_guildId: string, userId: string) => removed.push(userId),
  };
  const members = new AdmittedMembers(endpoint, clock, silentLogger);
  members.linked();
  members.admit(MEMBER, 'hash');
  members.synced('service');
  return { clock, members, removed };
}

test('A member is removed a minute after the link was lost, however often links are lost again', async () => {
  const { clock, members, removed } = admitOne();
  members.unlinked();
  for (let time = 0; time < 5; time += 1) {
    await clock.advance(KEPT_WITHOUT_SERVICE_MS / 4);
    members.linked();
    members.unlinked();
  }
  assert.deepEqual(removed, ['1']);
});

test('A member whom the service admits again stays, and has another minute after the next loss', async () => {
  const { clock, members, removed } = admitOne();
  members.unlinked();
  await clock.advance(KEPT_WITHOUT_SERVICE_MS / 2);
  members.linked();
  members.admit(MEMBER, 'hash');
  members.synced('service');
  members.unlinked();
  await clock.advance(KEPT_WITHOUT_SERVICE_MS - 1);
  assert.deepEqual(removed, []);
  await clock.advance(1);
  assert.deepEqual(removed, ['1']);
});
