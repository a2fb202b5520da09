import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../platform/clock.js';
import type { Logger } from '../../../platform/log.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { VoiceEndpoint, VoiceMember, VoicePlace } from '../../core/voice-endpoint.js';
import type { EndpointLink, EndpointLinkListener } from './endpoint-link.js';
import { Placement, Placements } from './placements.js';

/** How long an endpoint whose link was lost may take to return before its members are sent elsewhere, in milliseconds. */
const RETURN_WITHIN_MS = 5_000;

/**
 * The voice endpoints that run alone. All members of a guild are at one endpoint, so that they hear each other; if it is
 * lost, they are sent to another one, or learn that there is none.
 */
export class RemoteVoiceEndpoints implements VoiceEndpoint, EndpointLinkListener {
  readonly #placements = new Placements();
  readonly #links = new Map<string, EndpointLink>();
  /** cancels the loss of each endpoint whose link was lost */
  readonly #returning = new Map<string, () => void>();
  readonly #service = randomUUID();
  #nonce = 0;

  constructor(
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  admit(member: VoiceMember, announce: (place: VoicePlace) => void): void {
    const { guildId, userId } = member;
    const before = this.#placements.find(guildId, userId);
    const placement = new Placement(member, announce);
    placement.spokeAt = before?.spokeAt ?? null;
    this.#placements.add(placement);
    this.#place(placement);
    if (before === undefined || before.endpointId === placement.endpointId) return;
    // It would keep accepting the token it knows, also after the member was removed.
    this.#linkOf(before)?.remove(guildId, userId);
  }

  update(member: VoiceMember): boolean {
    const placement = this.#placements.find(member.guildId, member.userId);
    if (placement?.member.channelId !== member.channelId) return false;
    if (placement.member.sessionId !== member.sessionId) return false;
    placement.member = member;
    this.#linkOf(placement)?.update(member);
    return true;
  }

  remove(guildId: Snowflake, userId: Snowflake): void {
    const placement = this.#placements.find(guildId, userId);
    if (placement === undefined) return;
    this.#placements.remove(guildId, userId);
    this.#linkOf(placement)?.remove(guildId, userId);
  }

  lastSpeech(guildId: Snowflake, userId: Snowflake): number | null {
    return this.#placements.find(guildId, userId)?.spokeAt ?? null;
  }

  registered(link: EndpointLink): void {
    const { address, id } = link;
    this.log.info({ address }, 'voice endpoint registered');
    this.#returning.get(id)?.();
    this.#returning.delete(id);
    const before = this.#links.get(id);
    this.#links.set(id, link);
    before?.terminate();
    for (const each of this.#placements.at(id)) link.admit(each.member, each.tokenHash, each.nonce);
    link.synced(this.#service);
    for (const each of [...this.#placements.at(null)]) this.#place(each);
  }

  admitted(link: EndpointLink, guildId: Snowflake, userId: Snowflake, nonce: number): void {
    const placement = this.#placements.find(guildId, userId);
    if (placement?.endpointId === link.id && placement.nonce === nonce) placement.announceAt(link.address);
  }

  ended(link: EndpointLink, guildId: Snowflake, userId: Snowflake, tokenHash: string | null): void {
    const placement = this.#placements.find(guildId, userId);
    if (placement?.endpointId !== link.id) return;
    if (tokenHash === null || placement.tokenHash === tokenHash) this.#placements.remove(guildId, userId);
  }

  spoke(link: EndpointLink, guildId: Snowflake, userId: Snowflake): void {
    const placement = this.#placements.find(guildId, userId);
    if (placement?.endpointId === link.id) placement.spokeAt = this.clock.now();
  }

  closed(link: EndpointLink): void {
    const { address, id } = link;
    if (this.#links.get(id) !== link) return;
    this.#links.delete(id);
    this.log.warn({ address }, 'lost the link to a voice endpoint');
    this.#returning.set(
      id,
      this.clock.after(RETURN_WITHIN_MS, () => this.#giveUp(id)),
    );
  }

  /** The endpoint does not return: its members connect elsewhere. */
  #giveUp(id: string): void {
    this.#returning.delete(id);
    const members = [...this.#placements.at(id)];
    for (const each of members) this.#placements.move(each, null);
    for (const each of members) this.#place(each);
  }

  /** Chooses an endpoint for a member, and announces it once the endpoint has admitted them. */
  #place(placement: Placement): void {
    const { guildId } = placement.member;
    this.#placements.move(placement, this.#placements.endpointOf(guildId) ?? this.#leastLoaded());
    placement.renew(this.#nonce);
    this.#nonce += 1;
    if (placement.endpointId === null) placement.announceAt(null);
    // An endpoint that returns learns it then.
    else this.#linkOf(placement)?.admit(placement.member, placement.tokenHash, placement.nonce);
  }

  /** null: no endpoint is linked */
  #leastLoaded(): string | null {
    const [least] = [...this.#links.keys()]
      .map((id) => ({ id, members: this.#placements.at(id).size }))
      .sort((a, b) => a.members - b.members);
    return least?.id ?? null;
  }

  #linkOf({ endpointId }: Placement): EndpointLink | undefined {
    return endpointId === null ? undefined : this.#links.get(endpointId);
  }
}
