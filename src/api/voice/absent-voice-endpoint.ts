import { createSecret, hashSecret } from '../../platform/crypto/secrets.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { VoiceEndpoint, VoiceMember, VoicePlace } from '../core/voice-endpoint.js';
import type { Admissions } from './admissions.js';

/** A service without a voice endpoint: members are in channels, but exchange no sound. */
export class AbsentVoiceEndpoint implements VoiceEndpoint {
  constructor(private readonly admissions: Admissions) {}

  admit(member: VoiceMember, announce: (place: VoicePlace) => void): void {
    const token = createSecret();
    this.admissions.add(member, hashSecret(token));
    announce({ address: null, token });
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
