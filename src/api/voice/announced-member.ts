import { createSecret, hashSecret } from '../../platform/crypto/secrets.js';
import type { VoiceMember, VoicePlace } from '../core/voice-endpoint.js';

/** A member in voice, and the token with which they connect to the endpoint that serves them. */
export class AnnouncedMember {
  /** null: no endpoint is there */
  endpointId: string | null = null;
  tokenHash = '';
  /** until it was announced */
  #token: string | null = null;

  constructor(
    public member: VoiceMember,
    private readonly announce: (place: VoicePlace) => void,
  ) {}

  /** Announces once where the member connects with the present token. */
  announceAt(address: string | null): void {
    const token = this.#token;
    this.#token = null;
    if (token !== null) this.announce({ address, token });
  }

  /** The member will connect with another token. */
  protected renewToken(): void {
    this.#token = createSecret();
    this.tokenHash = hashSecret(this.#token);
  }
}
