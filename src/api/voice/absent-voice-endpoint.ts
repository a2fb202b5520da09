import type { Snowflake } from '../../protocol/snowflake.js';
import type { Admissions } from './admissions.js';
import type { VoiceEndpoint, VoiceMember } from './voice-endpoint.js';

/** A service without a voice endpoint: members are in channels, but exchange no sound. */
export class AbsentVoiceEndpoint implements VoiceEndpoint {
  readonly address = null;

  constructor(private readonly admissions: Admissions) {}

  admit(member: VoiceMember): string {
    return this.admissions.add(member);
  }

  update(member: VoiceMember): boolean {
    return this.admissions.update(member);
  }

  remove(guildId: Snowflake, userId: Snowflake): void {
    this.admissions.remove(guildId, userId);
  }

  lastSpeech(): null {
    return null;
  }
}
