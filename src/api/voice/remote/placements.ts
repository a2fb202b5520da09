import type { Snowflake } from '../../../protocol/snowflake.js';
import { AnnouncedMember } from '../announced-member.js';

const NONE: ReadonlySet<Placement> = new Set();

/** A member in voice, and the endpoint that serves its guild. */
export class Placement extends AnnouncedMember {
  /** when they spoke last, in milliseconds since the Unix epoch */
  spokeAt: number | null = null;
  /** of the last admission */
  nonce = -1;

  /** The member will connect with another token. */
  renew(nonce: number): void {
    this.renewToken();
    this.nonce = nonce;
  }
}

/** The members in voice: by guild, by user, and by their endpoints. */
export class Placements {
  readonly #byGuild = new Map<Snowflake, Map<Snowflake, Placement>>();
  readonly #byEndpoint = new Map<string | null, Set<Placement>>();

  /** Adds a member in place of an earlier one. */
  add(placement: Placement): void {
    const { guildId, userId } = placement.member;
    this.remove(guildId, userId);
    const guild = this.#byGuild.get(guildId) ?? new Map();
    this.#byGuild.set(guildId, guild.set(userId, placement));
    this.move(placement, placement.endpointId);
  }

  find(guildId: Snowflake, userId: Snowflake): Placement | undefined {
    return this.#byGuild.get(guildId)?.get(userId);
  }

  remove(guildId: Snowflake, userId: Snowflake): void {
    const placement = this.find(guildId, userId);
    if (placement === undefined) return;
    this.#leaveEndpoint(placement);
    const guild = this.#byGuild.get(guildId);
    guild?.delete(userId);
    if (guild?.size === 0) this.#byGuild.delete(guildId);
  }

  /** A member is served by an endpoint from now on, or (null) by none. */
  move(placement: Placement, endpointId: string | null): void {
    this.#leaveEndpoint(placement);
    placement.endpointId = endpointId;
    const members = this.#byEndpoint.get(endpointId) ?? new Set();
    this.#byEndpoint.set(endpointId, members.add(placement));
  }

  /** The members at an endpoint, or (null) at none. */
  at(endpointId: string | null): ReadonlySet<Placement> {
    return this.#byEndpoint.get(endpointId) ?? NONE;
  }

  /** The endpoint that serves the members of a guild; null if none does. */
  endpointOf(guildId: Snowflake): string | null {
    for (const { endpointId } of this.#byGuild.get(guildId)?.values() ?? []) {
      if (endpointId !== null) return endpointId;
    }
    return null;
  }

  #leaveEndpoint(placement: Placement): void {
    const members = this.#byEndpoint.get(placement.endpointId);
    members?.delete(placement);
    if (members?.size === 0) this.#byEndpoint.delete(placement.endpointId);
  }
}
