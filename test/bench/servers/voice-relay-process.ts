import { once } from 'node:events';
import { PacketRelay } from '#guildhall/api/voice/packet-relay.js';
import { VoiceRooms } from '#guildhall/api/voice/voice-rooms.js';
import type { VoiceSession } from '#guildhall/api/voice/voice-session.js';
import { type Clock, systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { MODE } from '../voice/packet-load.js';
import type { RelayOptions } from '../voice/relay-options.js';

/** Limits are enforced, and never reached: their time passes much faster. */
const clock: Clock = { ...systemClock, now: () => Date.now() * 10_000 };

process.once('disconnect', () => process.exit(0));
const [{ listeners, sinkPort }] = (await once(process, 'message')) as [RelayOptions];
const rooms = new VoiceRooms(clock);
const relay = await PacketRelay.start({ host: '127.0.0.1', port: 0, rooms, clock, log: silentLogger });

function enter(userId: number): { session: VoiceSession; key: Uint8Array } {
  const place = { guildId: '1', channelId: '2', sessionId: 'session', maySpeak: true, mayListen: true };
  const admission = { member: { ...place, userId: String(userId) }, spokeAt: null };
  const session = rooms.enter(admission, { version: 8, send: () => undefined, close: () => undefined });
  const key = session.startEncryption(MODE);
  session.speaking = 1;
  rooms.locate(session, { address: '127.0.0.1', port: sinkPort });
  return { session, key };
}

for (let listener = 0; listener < listeners; listener += 1) enter(listener + 2);
const { session, key } = enter(1);
process.send?.({ port: relay.port, ssrc: session.ssrc, key: [...key] });
