import type { Clock } from '../../platform/clock.js';
import { secretMatches } from '../../platform/crypto/secrets.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { VoiceMember } from '../core/voice-endpoint.js';
import { VOICE_LIMITS } from './limits.js';
import type { AdmittedMember, VoiceSession } from './voice-session.js';

/** A member that was admitted. */
export interface Admission extends AdmittedMember {
  member: VoiceMember;
  readonly tokenHash: string;
  /** until when the token admits, in milliseconds since the Unix epoch */
  readonly expiresAt: number;
  /** null until the client connected; its token then only resumes this session */
  session: VoiceSession | null;
}

/** Who may connect, by guild and user: a user is in at most one voice channel of a guild. */
export class Admissions {
  readonly #byUser = new Map<string, Admission>();
  readonly #bySession = new Map<string, Admission>();

  constructor(private readonly clock: Clock) {}

  /** Replaces an earlier admission of the user in this guild. @param tokenHash of the token that admits */
  add(member: VoiceMember, tokenHash: string): void {
    const expiresAt = this.clock.now() + VOICE_LIMITS.TOKEN_LIFE_MS;
    // Somebody who connects once more has not been silent since.
    const spokeAt = this.find(member.guildId, member.userId)?.spokeAt ?? null;
    this.remove(member.guildId, member.userId);
    const admission = { member, tokenHash, expiresAt, session: null, spokeAt };
    this.#byUser.set(keyOf(member.guildId, member.userId), admission);
    this.#bySession.set(keyOf(member.guildId, member.sessionId), admission);
  }

  find(guildId: Snowflake, userId: Snowflake): Admission | undefined {
    return this.#byUser.get(keyOf(guildId, userId));
  }

  /** Changes the rights of an admitted member. @returns false if it was not admitted to this channel with this session */
  update(member: VoiceMember): boolean {
    const admission = this.find(member.guildId, member.userId);
    if (admission?.member.channelId !== member.channelId) return false;
    if (admission.member.sessionId !== member.sessionId) return false;
    admission.member = member;
    return true;
  }

  /** The admission that a client may use to connect for the first time. @returns null if its token does not admit */
  forIdentify(guildId: Snowflake, userId: Snowflake, token: string): Admission | null {
    const admission = this.find(guildId, userId);
    if (admission === undefined || !secretMatches(token, admission.tokenHash)) return null;
    return this.clock.now() > admission.expiresAt ? null : admission;
  }

  /** The session that a client may resume. */
  forResume(guildId: Snowflake, sessionId: string, token: string): VoiceSession | null {
    const admission = this.#bySession.get(keyOf(guildId, sessionId));
    if (admission === undefined || !secretMatches(token, admission.tokenHash)) return null;
    return admission.session;
  }

  remove(guildId: Snowflake, userId: Snowflake): void {
    const admission = this.find(guildId, userId);
    if (admission === undefined) return;
    this.#byUser.delete(keyOf(guildId, userId));
    this.#bySession.delete(keyOf(guildId, admission.member.sessionId));
  }
}

function keyOf(guildId: Snowflake, of: string): string {
  return `${guildId} ${of}`;
}
