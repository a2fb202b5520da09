import { AnnouncedMember } from '../../api/voice/announced-member.js';

/** A member in voice with a session of this node. */
export class SharedMember extends AnnouncedMember {
  /** the link over which the endpoint last admitted the member as it is; null: it has to */
  admittedOver: string | null = null;

  /** The member connects elsewhere, or again. */
  moveTo(endpointId: string | null): void {
    this.endpointId = endpointId;
    this.renewToken();
    this.admittedOver = null;
  }
}
