import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VOICE_LIMITS } from '#guildhall/api/voice/limits.js';
import { VoiceRooms } from '#guildhall/api/voice/voice-rooms.js';
import type { VoiceSession } from '#guildhall/api/voice/voice-session.js';
import type { VoicePayload } from '#guildhall/protocol/voice/opcodes.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

const SESSION_DESCRIPTION = 4;
const SPEAKING = 5;
const RESUMED = 9;
const CLIENT_DISCONNECT = 13;

/** A transport that keeps what it is sent. */
function transport() {
  const payloads: VoicePayload[] = [];
  const send = (payload: VoicePayload) => void payloads.push(payload);
  return { payloads, version: 8, send, close: () => undefined };
}

/** A channel with members that come and go. */
class Room {
  readonly #rooms = new VoiceRooms(new ManualClock());

  enter(userId: number | string, used = transport()): VoiceSession {
    const place = { guildId: '1', channelId: '2', sessionId: 'session', maySpeak: true, mayListen: true };
    const session = this.#rooms.enter({ member: { ...place, userId: String(userId) }, spokeAt: null }, used);
    this.#rooms.announce(session);
    return session;
  }

  speak(session: VoiceSession, times: number): void {
    for (let time = 0; time < times; time += 1) this.#rooms.speak(session, time % 2);
  }

  leave(session: VoiceSession): void {
    this.#rooms.leave(session, 'DISCONNECTED', 'Done.');
  }
}

/** What a session gets that resumes after the payload with this sequence; null: it cannot. */
function resumeAfter(session: VoiceSession, acknowledged: number): VoicePayload[] | null {
  const used = transport();
  if (!session.resume(used, acknowledged)) return null;
  assert.equal(used.payloads[0]?.op, RESUMED);
  return used.payloads.slice(1);
}

describe('A voice session that is resumed', () => {
  test('has what it missed although another member never stops sending SPEAKING', () => {
    const room = new Room();
    const session = room.enter(1);
    const [leaving, flooding] = [room.enter(2), room.enter(3)];
    const acknowledged = resumeAfter(session, -1)?.at(-1)?.seq ?? -1;
    session.send(SESSION_DESCRIPTION, { key: 'new' });
    room.speak(leaving, 1);
    room.leave(leaving);
    room.speak(flooding, VOICE_LIMITS.REPLAYED_PAYLOADS * 4 + 1);
    const missed = resumeAfter(session, acknowledged) ?? [];
    const ofOthers = missed.filter(({ d }) => Object(d).user_id !== '3');
    assert.deepEqual(
      ofOthers.map(({ op, d }) => [op, Object(d).user_id, Object(d).speaking]),
      [
        [SESSION_DESCRIPTION, undefined, undefined],
        [SPEAKING, '2', 0],
        [CLIENT_DISCONNECT, '2', undefined],
      ],
    );
    assert.ok(missed.length <= VOICE_LIMITS.REPLAYED_PAYLOADS);
    assert.deepEqual([missed.at(-1)?.op, Object(missed.at(-1)?.d).speaking], [SPEAKING, 0]);
    assert.equal(missed.at(-1)?.seq, acknowledged + 3 + VOICE_LIMITS.REPLAYED_PAYLOADS * 4 + 1);
  });

  test('gets the newest state of a member who has come and gone often, last', () => {
    const room = new Room();
    const session = room.enter(1);
    for (let time = 0; time < VOICE_LIMITS.REPLAYED_PAYLOADS; time += 1) room.leave(room.enter(2));
    assert.equal(resumeAfter(session, -1)?.at(-1)?.op, CLIENT_DISCONNECT);
    room.enter(2);
    assert.notEqual(resumeAfter(session, -1)?.at(-1)?.op, CLIENT_DISCONNECT);
  });

  test('cannot continue if what it missed was given up, and can after that', () => {
    const session = new Room().enter(1);
    const most = VOICE_LIMITS.REPLAYED_PAYLOADS;
    for (let time = 0; time < most + 10; time += 1) session.send(SESSION_DESCRIPTION, { time });
    assert.equal(resumeAfter(session, 8), null);
    assert.equal(resumeAfter(session, 9)?.length, most);
    assert.deepEqual(resumeAfter(session, most + 9), []);
  });

  test('continues after the sequences have started over', () => {
    const room = new Room();
    const session = room.enter(1);
    room.speak(room.enter(2), 2 ** 16 + 50);
    const [last] = resumeAfter(session, 2 ** 16 - 1)?.slice(-1) ?? [];
    assert.deepEqual([last?.op, (last?.seq ?? 0) < 100], [SPEAKING, true]);
    assert.deepEqual(resumeAfter(session, last?.seq ?? 0), []);
  });
});
