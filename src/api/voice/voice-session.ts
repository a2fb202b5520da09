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
import { VOICE_OPCODES, type VoicePayload } from '../../protocol/voice/opcodes.js';
import { VOICE_VERSIONS } from '../../protocol/voice/versions.js';
import { ClientAddress } from './client-address.js';
import { VOICE_LIMITS } from './limits.js';
import type { PacketLimits } from './packet-limits.js';
import type { VoiceMember } from './voice-endpoint.js';

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
  #nextSequence = 0;
  #sent: VoicePayload[] = [];

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

  /** Sends a payload that is numbered, and kept for a resume. */
  send(op: number, d: unknown): void {
    const payload = { op, d, seq: this.#nextSequence };
    this.#nextSequence = (this.#nextSequence + 1) % SEQUENCES;
    this.#sent.push(payload);
    if (this.#sent.length > VOICE_LIMITS.REPLAYED_PAYLOADS) this.#sent = this.#sent.slice(1);
    this.#deliver(payload);
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

  #deliver({ op, d, seq }: VoicePayload): void {
    const { transport } = this;
    if (transport === null) return;
    transport.send(
      transport.version < VOICE_VERSIONS.NUMBERED || seq === undefined ? { op, d } : { op, d, seq },
    );
  }

  #missedSince(acknowledged: number | null): VoicePayload[] | null {
    if (acknowledged === null) return [];
    const next = (acknowledged + 1) % SEQUENCES;
    if (next === this.#nextSequence) return [];
    const at = this.#sent.findIndex(({ seq }) => seq === next);
    return at < 0 ? null : this.#sent.slice(at);
  }
}
