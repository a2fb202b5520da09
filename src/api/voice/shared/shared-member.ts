import { createSecret, hashSecret } from '../../../platform/secrets.js';
import type { VoiceMember, VoicePlace } from '../voice-endpoint.js';

/** A member in voice with a session of this node. */
export class SharedMember {
  /** null: no endpoint is there */
  endpointId: string | null = null;
  tokenHash = '';
  /** the link over which the endpoint last admitted the member as it is; null: it has to */
  admittedOver: string | null = null;
  #token: string | null = null;

  constructor(
    public member: VoiceMember,
    private readonly announce: (place: VoicePlace) => void,
  ) {}

  /** The member connects elsewhere, or again. */
  moveTo(endpointId: string | null): void {
    this.endpointId = endpointId;
    this.#token = createSecret();
    this.tokenHash = hashSecret(this.#token);
    this.admittedOver = null;
  }

  /** Announces once where the member connects with the present token. */
  announceAt(address: string | null): void {
    const token = this.#token;
    this.#token = null;
    if (token !== null) this.announce({ address, token });
  }
}
