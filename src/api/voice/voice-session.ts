import { randomBytes } from 'node:crypto';
import {
  createCipher,
  createReplayCheck,
  type EncryptionMode,
} from '../../net/voice-packets/encryption-modes.js';
import {
  type OpenedPacket,
  type PacketCipher,
  SECRET_KEY_BYTES,
} from '../../net/voice-packets/packet-cipher.js';
import type { ReplayCheck } from '../../net/voice-packets/replay-check.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { VOICE_OPCODES, type VoicePayload } from '../../protocol/voice/opcodes.js';
import { VOICE_VERSIONS } from '../../protocol/voice/versions.js';
import type { VoiceMember } from '../core/voice-endpoint.js';
import { ClientAddress } from './client-address.js';
import { VOICE_LIMITS } from './limits.js';
import type { PacketLimits } from './packet-limits.js';

/** The connection of a session; a session without one waits to be resumed. */
export interface VoiceTransport {
  readonly version: number;
  send(payload: VoicePayload): void;
  close(code: number, reason: string): void;
}

/** What a session reads and changes of its client's admission. */
export interface AdmittedMember {
  readonly member: VoiceMember;
  /** when a packet of speech arrived last, in milliseconds since the Unix epoch; null: never */
  spokeAt: number | null;
}

const SEQUENCES = 2 ** 16;

/** A payload with its number from 0 on. */
interface NumberedPayload {
  readonly op: number;
  readonly d: unknown;
  readonly number: number;
  /** its opcode and member; null: it is about nobody */
  readonly key: string | null;
}

/** A member of a voice channel that is connected to the endpoint. */
export class VoiceSession {
  /** null while the connection is lost */
  transport: VoiceTransport | null;
  /** cancels the end of a session that is not resumed */
  cancelExpiry: () => void = () => {};
  /** what the client said that it sends; null before it said anything */
  speaking: number | null = null;
  /** encrypts what goes to the client, and decrypts what comes; null before a protocol was selected */
  cipher: PacketCipher | null = null;
  /** where its packets go */
  readonly address = new ClientAddress();
  /** of packets with the key of `cipher` */
  #checkReplay: ReplayCheck | null = null;
  /** how many numbered payloads there were */
  #count = 0;
  /** those that are kept, by their numbers; the oldest first */
  readonly #sent = new Map<number, NumberedPayload>();
  /** the number of the newest one by opcode and member */
  readonly #newest = new Map<string, number>();
  /** the numbers of those that are kept and are not the newest */
  readonly #outdated = new Set<number>();
  /** the number of the first one after all that were given up */
  #keptFrom = 0;

  /**
   * @param admission of its client; the rights of the member change in it
   * @param ssrc the source that this endpoint assigned
   * @param limits of its packets
   */
  constructor(
    private readonly admission: AdmittedMember,
    readonly ssrc: number,
    transport: VoiceTransport,
    readonly limits: PacketLimits,
  ) {
    this.transport = transport;
  }

  get member(): VoiceMember {
    return this.admission.member;
  }

  /** Whether others receive the packets of this session. */
  get isAudible(): boolean {
    return this.member.maySpeak && this.speaking !== null && this.speaking !== 0;
  }

  /** A packet of speech arrived. @param now milliseconds since the Unix epoch */
  spoke(now: number): void {
    this.admission.spokeAt = now;
  }

  /** Starts encryption. @returns the key that only this client gets */
  startEncryption(mode: EncryptionMode): Uint8Array {
    const key = randomBytes(SECRET_KEY_BYTES);
    this.cipher = createCipher(mode, key, 'endpoint');
    this.#checkReplay = createReplayCheck(mode);
    return key;
  }

  /**
   * Decrypts a packet.
   *
   * @returns with whether it is newer than all before; null if it is not authentic, or was accepted before
   */
  openPacket(packet: Buffer): (OpenedPacket & { readonly age: 'newest' | 'late' }) | null {
    const opened = this.cipher?.open(packet) ?? null;
    const age = opened === null ? null : (this.#checkReplay?.(opened) ?? null);
    return opened === null || age === null ? null : { ...opened, age };
  }

  /**
   * Sends a payload that is numbered, and kept for a resume.
   *
   * @param about the member whom it is about, so that one who sends many pushes out their own only; null: nobody
   */
  send(op: number, d: unknown, about: Snowflake | null = null): void {
    const number = this.#count;
    this.#count += 1;
    const key = about === null ? null : `${op} ${about}`;
    const payload = { op, d, number, key };
    if (key !== null) {
      const former = this.#newest.get(key);
      if (former !== undefined) this.#outdated.add(former);
      this.#newest.set(key, number);
    }
    this.#sent.set(number, payload);
    if (this.#sent.size > VOICE_LIMITS.REPLAYED_PAYLOADS) this.#giveUpOne();
    this.#deliver(payload);
  }

  /** The oldest payload that a newer one replaces, else the oldest of all. */
  #giveUpOne(): void {
    const [outdated] = this.#outdated;
    const [oldest] = this.#sent.values();
    if (outdated !== undefined) {
      this.#outdated.delete(outdated);
      this.#sent.delete(outdated);
    } else if (oldest !== undefined) {
      this.#sent.delete(oldest.number);
      if (oldest.key !== null) this.#newest.delete(oldest.key);
      this.#keptFrom = oldest.number + 1;
    }
  }

  /**
   * Continues on another connection.
   *
   * @param acknowledged the last number that the client received; null: it does not count
   * @returns false if a payload that it missed is no longer kept
   */
  resume(transport: VoiceTransport, acknowledged: number | null): boolean {
    const missed = this.#missedSince(transport.version < VOICE_VERSIONS.NUMBERED ? null : acknowledged);
    if (missed === null) return false;
    this.transport = transport;
    transport.send({ op: VOICE_OPCODES.RESUMED, d: null });
    for (const payload of missed) this.#deliver(payload);
    return true;
  }

  #deliver({ op, d, number }: NumberedPayload): void {
    const { transport } = this;
    if (transport === null) return;
    const isNumbered = transport.version >= VOICE_VERSIONS.NUMBERED;
    transport.send(isNumbered ? { op, d, seq: number % SEQUENCES } : { op, d });
  }

  #missedSince(acknowledged: number | null): NumberedPayload[] | null {
    if (acknowledged === null) return [];
    // Sequences have 16 bits.
    const missed = (((this.#count - 1 - acknowledged) % SEQUENCES) + SEQUENCES) % SEQUENCES;
    const from = this.#count - missed;
    if (missed > 0 && from < this.#keptFrom) return null;
    return [...this.#sent.values()].filter(({ number }) => number >= from);
  }
}
