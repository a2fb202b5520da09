import { randomInt } from 'node:crypto';
import type { DiscoveredAddress } from '../../net/voice-packets/ip-discovery.js';
import type { Clock } from '../../platform/clock.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { VOICE_CLOSE_CODES, VOICE_OPCODES } from '../../protocol/voice/opcodes.js';
import { VOICE_VERSIONS } from '../../protocol/voice/versions.js';
import { PacketLimits } from './packet-limits.js';
import { type AdmittedMember, VoiceSession, type VoiceTransport } from './voice-session.js';

/** Sources have 32 bits; zero is what clients send that do not know theirs. */
const MAX_SSRC = 2 ** 32 - 1;

const NOBODY: ReadonlySet<VoiceSession> = new Set();

/** The connected members of voice channels, and what each learns about the others. */
export class VoiceRooms {
  readonly #bySource = new Map<number, VoiceSession>();
  /** several clients of one address share it, e.g. two sessions of one program */
  readonly #byAddress = new Map<string, Set<VoiceSession>>();
  readonly #byChannel = new Map<Snowflake, Set<VoiceSession>>();

  constructor(private readonly clock: Clock) {}

  /** The session that sends with this source. */
  ofSource(ssrc: number): VoiceSession | undefined {
    return this.#bySource.get(ssrc);
  }

  /** A session whose packets go to this address. */
  atAddress(address: DiscoveredAddress): VoiceSession | undefined {
    const [session] = this.#byAddress.get(keyOf(address)) ?? [];
    return session;
  }

  /** The packets of a session go to this address from now on. */
  locate(session: VoiceSession, address: DiscoveredAddress): void {
    this.#forgetAddress(session);
    session.address.move(address);
    const sessions = this.#byAddress.get(keyOf(address)) ?? new Set();
    this.#byAddress.set(keyOf(address), sessions.add(session));
  }

  /** The sessions in the channel of a session, including itself. */
  inChannelOf(session: VoiceSession): ReadonlySet<VoiceSession> {
    return this.#byChannel.get(session.member.channelId) ?? NOBODY;
  }

  /** A member connected; the caller sends READY before it calls `announce`. */
  enter(admission: AdmittedMember, transport: VoiceTransport): VoiceSession {
    const limits = new PacketLimits(this.clock);
    const session = new VoiceSession(admission, this.#freeSource(), transport, limits);
    this.#bySource.set(session.ssrc, session);
    const { channelId } = session.member;
    const room = this.#byChannel.get(channelId) ?? new Set();
    this.#byChannel.set(channelId, room.add(session));
    return session;
  }

  /** Tells a new session and the others in its channel about each other. */
  announce(session: VoiceSession): void {
    const others = this.#othersOf(session);
    if (others.length === 0) return;
    if ((session.transport?.version ?? 0) >= VOICE_VERSIONS.NUMBERED) {
      const userIds = others.map(({ member }) => member.userId);
      session.send(VOICE_OPCODES.CLIENTS_CONNECT, { user_ids: userIds });
    }
    for (const other of others) {
      introduce(other, session);
      introduce(session, other);
      if ((other.transport?.version ?? 0) >= VOICE_VERSIONS.NUMBERED) {
        other.send(
          VOICE_OPCODES.CLIENTS_CONNECT,
          { user_ids: [session.member.userId] },
          session.member.userId,
        );
      }
    }
  }

  /** A client said what it sends; the others in its channel learn it. @param flags of `SPEAKING_FLAGS` */
  speak(session: VoiceSession, flags: number): void {
    session.speaking = flags;
    for (const other of this.#othersOf(session)) sendSpeaking(session, other);
  }

  /** Ends a session. The others in its channel learn that it left. */
  leave(session: VoiceSession, code: keyof typeof VOICE_CLOSE_CODES, reason: string): void {
    session.cancelExpiry();
    if (!this.#bySource.delete(session.ssrc)) return;
    this.#forgetAddress(session);
    const { channelId, userId } = session.member;
    const room = this.#byChannel.get(channelId);
    room?.delete(session);
    if (room?.size === 0) this.#byChannel.delete(channelId);
    for (const other of room ?? []) other.send(VOICE_OPCODES.CLIENT_DISCONNECT, { user_id: userId }, userId);
    session.transport?.close(VOICE_CLOSE_CODES[code], reason);
    session.transport = null;
  }

  #forgetAddress(session: VoiceSession): void {
    const { current } = session.address;
    if (current === null) return;
    const sessions = this.#byAddress.get(keyOf(current));
    sessions?.delete(session);
    if (sessions?.size === 0) this.#byAddress.delete(keyOf(current));
    session.address.move(null);
  }

  #othersOf(session: VoiceSession): VoiceSession[] {
    return [...this.inChannelOf(session)].filter((other) => other !== session);
  }

  /** Random, so that nobody can guess the source of another. */
  #freeSource(): number {
    for (;;) {
      const ssrc = randomInt(1, MAX_SSRC);
      if (!this.#bySource.has(ssrc)) return ssrc;
    }
  }
}

function keyOf({ address, port }: DiscoveredAddress): string {
  return `${address} ${port}`;
}

/** Tells a session which source another one has, and what it sends. */
function introduce(session: VoiceSession, to: VoiceSession): void {
  const { member, speaking, ssrc } = session;
  const { userId } = member;
  to.send(VOICE_OPCODES.CLIENT_CONNECT, { user_id: userId, audio_ssrc: ssrc, video_ssrc: 0 }, userId);
  if (speaking !== null) sendSpeaking(session, to);
}

/** Tells a session what another one sends, in the form of its version. */
function sendSpeaking({ member, speaking, ssrc }: VoiceSession, to: VoiceSession): void {
  const version = to.transport?.version ?? VOICE_VERSIONS.SPEAKING_FLAGS;
  const said = version < VOICE_VERSIONS.SPEAKING_FLAGS ? speaking !== 0 : speaking;
  const { userId } = member;
  to.send(VOICE_OPCODES.SPEAKING, { user_id: userId, ssrc, speaking: said, delay: 0 }, userId);
}
