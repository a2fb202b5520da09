import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { VOICE_LIMITS } from '#guildhall/api/voice/limits.js';
import { PacketRelay } from '#guildhall/api/voice/packet-relay.js';
import { VoiceRooms } from '#guildhall/api/voice/voice-rooms.js';
import type { VoiceSession } from '#guildhall/api/voice/voice-session.js';
import { createCipher } from '#guildhall/net/voice-packets/encryption-modes.js';
import type { PacketCipher } from '#guildhall/net/voice-packets/packet-cipher.js';
import { writeRtpHeader } from '#guildhall/net/voice-packets/rtp-packet.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';
import { eventually } from '../../helpers/eventually.js';

const MODE = 'aead_aes256_gcm_rtpsize';
const { PACKET_BURST_SECONDS: BURST } = VOICE_LIMITS;
/** so few that the kernel's buffer holds them */
const AT_ONCE = 20;

let rooms: VoiceRooms;
let relay: PacketRelay;
let udp: Socket;
let packetsReceived = 0;

beforeEach(async () => {
  // Time stands still: what a burst allows is all.
  const clock = new ManualClock();
  rooms = new VoiceRooms(clock);
  relay = await PacketRelay.start({ host: '127.0.0.1', port: 0, rooms, clock, log: silentLogger });
  udp = createSocket('udp4');
  packetsReceived = 0;
  udp.on('message', () => {
    packetsReceived += 1;
  });
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
});

afterEach(async () => {
  udp.close();
  await relay.stop();
});

/** A member in the channel, at the address of the test. */
function enter(userId: number): VoiceSession {
  const place = { guildId: '1', channelId: '2', sessionId: 'session', maySpeak: true, mayListen: true };
  const admission = { member: { ...place, userId: String(userId) }, spokeAt: null };
  const session = rooms.enter(admission, { version: 8, send: () => undefined, close: () => undefined });
  session.speaking = 1;
  rooms.locate(session, udp.address());
  return session;
}

/** Counts what is encrypted for a member, instead of encrypting it. */
function countSealed(session: VoiceSession): { packets: number; bytes: number } {
  const sealed = { packets: 0, bytes: 0 };
  const cipher: PacketCipher = {
    seal(unencrypted, payload) {
      sealed.packets += 1;
      sealed.bytes += unencrypted.length + payload.length;
      return Buffer.alloc(1);
    },
    open: () => null,
  };
  session.cipher = cipher;
  return sealed;
}

/** Sends packets of a member, and waits until the relay has read them. */
async function speak(session: VoiceSession, count: number, bytes: number): Promise<void> {
  const cipher = createCipher(MODE, session.startEncryption(MODE), 'client');
  const payload = Buffer.alloc(bytes, 1);
  for (let sequence = 0; sequence < count; sequence += 1) {
    udp.send(
      cipher.seal(writeRtpHeader({ sequence, timestamp: 0, ssrc: session.ssrc }), payload),
      relay.port,
      '127.0.0.1',
    );
    if (sequence % AT_ONCE === AT_ONCE - 1) await settle();
  }
  await settle();
}

/** The endpoint has read what was sent before, once it answers a request of somebody else. */
async function settle(): Promise<void> {
  const other = createSocket('udp4');
  try {
    const asked = rooms.enter(
      {
        member: {
          ...{ guildId: '1', channelId: 'other', sessionId: 's', userId: '9' },
          maySpeak: false,
          mayListen: false,
        },
        spokeAt: null,
      },
      { version: 8, send: () => undefined, close: () => undefined },
    );
    const request = Buffer.alloc(74);
    request.writeUInt16BE(1, 0);
    request.writeUInt16BE(70, 2);
    request.writeUInt32BE(asked.ssrc, 4);
    other.send(request, relay.port, '127.0.0.1');
    await once(other, 'message');
    rooms.leave(asked, 'DISCONNECTED', 'Done.');
  } finally {
    other.close();
  }
}

describe('The relay', () => {
  test('limits the bytes of a client to what Opus needs', async () => {
    const speaker = enter(1);
    const sealed = countSealed(enter(2));
    const bytes = 4000;
    await speak(speaker, Math.ceil((VOICE_LIMITS.BYTES_PER_SECOND * BURST * 1.5) / bytes), bytes);
    assert.ok(sealed.bytes > VOICE_LIMITS.BYTES_PER_SECOND * BURST * 0.8, `${sealed.bytes} bytes`);
    assert.ok(sealed.bytes < VOICE_LIMITS.BYTES_PER_SECOND * BURST * 1.1, `${sealed.bytes} bytes`);
  });

  test('limits the encrypted copies of a client’s packets to those of a speaker in a large channel', async () => {
    const speaker = enter(1);
    const listeners = 300;
    const sealed = Array.from({ length: listeners }, (_, index) => countSealed(enter(index + 2)));
    await speak(speaker, VOICE_LIMITS.PACKETS_PER_SECOND * BURST, 10);
    const copies = sealed.reduce((sum, { packets }) => sum + packets, 0);
    assert.ok(copies >= VOICE_LIMITS.COPIES_PER_SECOND * BURST, `${copies} copies`);
    assert.ok(copies <= VOICE_LIMITS.COPIES_PER_SECOND * BURST + listeners, `${copies} copies`);
  });

  test('encrypts no more bytes for a client than its share, however many speak', async () => {
    const limit = VOICE_LIMITS.BYTES_TO_CLIENT_PER_SECOND * BURST;
    const sealed = countSealed(enter(1));
    const ofOne = VOICE_LIMITS.BYTES_PER_SECOND * BURST;
    for (let speakers = 0; speakers * ofOne * 0.9 < limit * 1.3; speakers += 1) {
      const speaker = enter(speakers + 2);
      await speak(speaker, Math.floor((ofOne * 0.95) / 4000), 3900);
      rooms.leave(speaker, 'DISCONNECTED', 'Done.');
    }
    // The rest is kept for those who send less.
    assert.ok(sealed.bytes > limit * 0.5 && sealed.bytes < limit * 0.75, `${sealed.bytes} bytes`);
  });

  test('echoes a few keepalives of a client, not a flood', async () => {
    enter(1);
    const most = VOICE_LIMITS.ECHOES_PER_SECOND * BURST;
    for (let sent = 0; sent < most * 4; sent += 1) udp.send(Buffer.alloc(8), relay.port, '127.0.0.1');
    await eventually(() => packetsReceived >= most);
    await settle();
    assert.equal(packetsReceived, most);
  });

  test('knows an address that two clients share until both have left', () => {
    const [one, other] = [enter(1), enter(2)];
    rooms.leave(other, 'DISCONNECTED', 'Done.');
    assert.equal(rooms.atAddress(udp.address()), one);
    rooms.leave(one, 'DISCONNECTED', 'Done.');
    assert.equal(rooms.atAddress(udp.address()), undefined);
  });
});
