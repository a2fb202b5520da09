import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SessionChange } from '#guildhall/api/gateway/session-change.js';
import { GuildUnavailableError } from '#guildhall/cluster/requests/request-errors.js';
import { RequestKeys } from '#guildhall/cluster/requests/request-keys.js';
import { AGAIN_MS, ForwardedSessionChanges } from '#guildhall/cluster/sessions/forwarded-session-changes.js';
import { Deferred } from '#guildhall/platform/async/promises.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { GUILD, guild, member, OWNER } from '../../guilds/worlds.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

const LEAVE: SessionChange = { kind: 'voice-end', userId: '7', sessionId: 'session' };
const JOIN: SessionChange = {
  kind: 'voice',
  actor: { userId: '7', mfaEnabled: false, applicationId: null },
  wanted: { channelId: '2', sessionId: 'session', selfMute: false, selfDeaf: false },
};

/** Forwards changes to an owner that the test answers for. */
function forwarding() {
  const clock = new ManualClock();
  const requests: { kind: string; reply: Deferred<string> }[] = [];
  const router = {
    run({ text }: { text: string }) {
      const reply = new Deferred<string>();
      requests.push({ kind: (JSON.parse(text.slice(text.indexOf(' '))) as SessionChange).kind, reply });
      return reply.promise;
    },
  };
  const changes = new ForwardedSessionChanges(router, new RequestKeys('node'), clock, silentLogger);
  const kinds = () => requests.map(({ kind }) => kind);
  const answer = async (reply: 'done' | 'unavailable') => {
    const last = requests.at(-1) ?? assert.fail('nothing was requested');
    if (reply === 'done') last.reply.resolve('');
    else last.reply.reject(new GuildUnavailableError());
    await clock.advance(0);
  };
  return { changes, clock, kinds, answer };
}

const world = guild({ members: [member(OWNER), member('7')] });

describe('Changes by sessions that the owner of a guild makes', () => {
  test('are tried until they are made', async () => {
    const { answer, changes, clock, kinds } = forwarding();
    changes.ensure(GUILD, LEAVE);
    await clock.advance(0);
    await answer('unavailable');
    await clock.advance(AGAIN_MS);
    await answer('done');
    await clock.advance(AGAIN_MS);
    assert.deepEqual(kinds(), ['voice-end', 'voice-end']);
  });

  test('wait until it is known whether they are due, and are not made if they are not', async () => {
    const { answer, changes, clock, kinds } = forwarding();
    let isDue: boolean | null = null;
    changes.ensure(GUILD, LEAVE, () => isDue);
    await clock.advance(3 * AGAIN_MS);
    assert.deepEqual(kinds(), []);
    isDue = true;
    await clock.advance(AGAIN_MS);
    assert.deepEqual(kinds(), ['voice-end']);
    // It may no longer be due when it is tried again.
    isDue = false;
    await answer('unavailable');
    await clock.advance(3 * AGAIN_MS);
    assert.deepEqual(kinds(), ['voice-end']);
    assert.equal(clock.timers, 0);
  });

  test('a join ends the attempts of what the session left before', async () => {
    const { answer, changes, clock, kinds } = forwarding();
    changes.ensure(GUILD, LEAVE);
    await clock.advance(0);
    await answer('unavailable');
    const joined = changes.make(world, JOIN);
    await clock.advance(0);
    await answer('done');
    await joined;
    await clock.advance(10 * AGAIN_MS);
    assert.deepEqual(kinds(), ['voice-end', 'voice']);
  });

  test('a join waits for an attempt in progress, and is left again later', async () => {
    const { answer, changes, clock, kinds } = forwarding();
    changes.ensure(GUILD, LEAVE);
    await clock.advance(0);
    const joined = changes.make(world, JOIN);
    changes.ensure(GUILD, LEAVE);
    await clock.advance(0);
    assert.deepEqual(kinds(), ['voice-end']);
    await answer('unavailable');
    assert.deepEqual(kinds(), ['voice-end', 'voice']);
    await answer('done');
    await joined;
    assert.deepEqual(kinds(), ['voice-end', 'voice', 'voice-end']);
    await answer('done');
  });

  test('those of other sessions do not wait', async () => {
    const { changes, clock, kinds } = forwarding();
    changes.ensure(GUILD, LEAVE);
    changes.ensure(GUILD, { ...LEAVE, sessionId: 'other' });
    changes.ensure('101', LEAVE);
    await clock.advance(0);
    assert.equal(kinds().length, 3);
  });

  test('are no longer tried when the node stops', async () => {
    const { answer, changes, clock, kinds } = forwarding();
    changes.ensure(GUILD, LEAVE);
    await clock.advance(0);
    await answer('unavailable');
    await changes.stop();
    changes.ensure('101', LEAVE);
    await clock.advance(10 * AGAIN_MS);
    assert.deepEqual(kinds(), ['voice-end']);
  });
});
