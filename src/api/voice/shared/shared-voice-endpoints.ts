import type { Bus } from '../../../cluster/bus/bus.js';
import { BoundedMap } from '../../../platform/bounded-map.js';
import type { Clock } from '../../../platform/clock.js';
import { SingleFlight } from '../../../platform/coalesce.js';
import type { Component } from '../../../platform/lifecycle.js';
import type { Logger } from '../../../platform/log.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { RegisteredEndpoint, VoiceEndpointStore } from '../../../store/voice-endpoints.js';
import { toLinkMember } from '../remote/link-member.js';
import type { VoiceEndpoint, VoiceMember, VoicePlace } from '../voice-endpoint.js';
import { SharedMember } from './shared-member.js';
import {
  DONE,
  type EndpointRequest,
  endpointsSubject,
  REPORT_SUBJECT,
  readVoiceReport,
} from './voice-messages.js';

/** The interval of looks at the endpoints in the store, in milliseconds. */
const LOOK_MS = 2_000;
const REQUEST_MS = 1_000;
/** The maximum number of users of whom it is known when they spoke. */
const MOST_SPEAKERS = 100_000;

export interface SharedVoiceEndpointsOptions {
  readonly store: VoiceEndpointStore;
  readonly bus: Pick<Bus, 'request' | 'subscribe'>;
  readonly clock: Pick<Clock, 'every' | 'now'>;
  readonly log: Logger;
  /** whether a session is of this node: others admit theirs */
  isOwn(sessionId: string): boolean;
}

/**
 * The voice endpoints of all nodes, for the members whose sessions are here. The store chooses one for each channel, so its
 * members hear each other wherever they are connected (docs/adr/0085-voice-endpoints-of-a-cluster.md).
 */
export class SharedVoiceEndpoints implements VoiceEndpoint, Component {
  readonly #members = new Map<string, SharedMember>();
  /** by id, as of the newest look */
  #endpoints: ReadonlyMap<string, RegisteredEndpoint> = new Map();
  readonly #removals = new Map<string, EndpointRequest>();
  readonly #spokeAt = new BoundedMap<string, number>(MOST_SPEAKERS);
  readonly #looking = new SingleFlight<'look', void>();
  readonly #undo: (() => void)[];

  constructor(private readonly options: SharedVoiceEndpointsOptions) {
    const { bus, clock } = options;
    this.#undo = [
      bus.subscribe(REPORT_SUBJECT, (text) => this.#receive(text)),
      clock.every(LOOK_MS, () => void this.#look()),
    ];
  }

  admit(member: VoiceMember, announce: (place: VoicePlace) => void): void {
    this.remove(member.guildId, member.userId);
    if (!this.options.isOwn(member.sessionId)) return;
    this.#members.set(keyOf(member), new SharedMember(member, announce));
    void this.#look();
  }

  update(member: VoiceMember): boolean {
    if (!this.options.isOwn(member.sessionId)) {
      this.remove(member.guildId, member.userId);
      return true;
    }
    const known = this.#members.get(keyOf(member));
    if (known?.member.channelId !== member.channelId) return false;
    if (known.member.sessionId !== member.sessionId) return false;
    known.member = member;
    known.admittedOver = null;
    void this.#sendAdmission(known);
    return true;
  }

  remove(guildId: Snowflake, userId: Snowflake): void {
    const key = keyOf({ guildId, userId });
    const known = this.#members.get(key);
    if (known === undefined) return;
    this.#members.delete(key);
    this.#leave(known);
  }

  lastSpeech(guildId: Snowflake, userId: Snowflake): number | null {
    return this.#spokeAt.get(keyOf({ guildId, userId })) ?? null;
  }

  async stop(): Promise<void> {
    for (const undo of this.#undo) undo();
  }

  /** Places who is at no endpoint or at another one than their channel, and repeats what did not arrive. */
  async #look(): Promise<void> {
    const { log, store } = this.options;
    try {
      await this.#looking.run('look', async () => {
        this.#endpoints = new Map((await store.live()).map((endpoint) => [endpoint.id, endpoint]));
        const members = [...this.#members.values()];
        const chosen = await store.chosen([...new Set(members.map(({ member }) => member.channelId))]);
        for (const each of members) await this.#place(each, chosen.get(each.member.channelId));
      });
      for (const each of this.#members.values()) void this.#sendAdmission(each);
      for (const [key, removal] of [...this.#removals]) void this.#sendRemoval(key, removal);
      // Who was admitted meanwhile is not in the look that was under way.
      if ([...this.#members.values()].some(({ tokenHash }) => tokenHash === '')) void this.#look();
    } catch (error) {
      log.warn({ err: error }, 'failed to look for voice endpoints');
    }
  }

  async #place(each: SharedMember, chosen: string | undefined): Promise<void> {
    const isLive = chosen !== undefined && this.#endpoints.has(chosen);
    const wanted = isLive ? chosen : await this.#choose(each.member);
    if (each.endpointId === wanted && each.tokenHash !== '') return;
    this.#leave(each);
    each.moveTo(wanted);
    if (wanted === null) each.announceAt(null);
  }

  async #choose({ channelId, region }: VoiceMember): Promise<string | null> {
    return this.#endpoints.size === 0 ? null : this.options.store.choose(channelId, region ?? null);
  }

  /** Admits a member to their endpoint as they are now, unless it knows. */
  async #sendAdmission(each: SharedMember): Promise<void> {
    const { endpointId, member, tokenHash } = each;
    const endpoint = endpointId === null ? undefined : this.#endpoints.get(endpointId);
    if (endpoint === undefined || each.admittedOver === endpoint.link) return;
    each.admittedOver = endpoint.link;
    const request = {
      op: 'admit',
      endpoint: endpoint.id,
      member: toLinkMember(member),
      token_hash: tokenHash,
    } as const;
    const isDone = await this.#request(endpoint, request);
    const isLatest = each.tokenHash === tokenHash && each.member === member;
    if (!isDone && isLatest) each.admittedOver = null;
    if (isDone && each.tokenHash === tokenHash) each.announceAt(endpoint.address);
  }

  /** The endpoint would go on accepting the token that it knows. */
  #leave({ endpointId, member: { guildId, userId }, tokenHash }: SharedMember): void {
    if (endpointId === null) return;
    const user = { guild_id: guildId, user_id: userId };
    const removal = { op: 'remove', endpoint: endpointId, ...user, token_hash: tokenHash } as const;
    this.#removals.set(tokenHash, removal);
    void this.#sendRemoval(tokenHash, removal);
  }

  async #sendRemoval(key: string, removal: EndpointRequest): Promise<void> {
    const endpoint = this.#endpoints.get(removal.endpoint);
    if (endpoint === undefined || (await this.#request(endpoint, removal))) this.#removals.delete(key);
  }

  async #request({ node }: RegisteredEndpoint, request: EndpointRequest): Promise<boolean> {
    try {
      const reply = await this.options.bus.request(
        endpointsSubject(node),
        JSON.stringify(request),
        REQUEST_MS,
      );
      return reply === DONE;
    } catch (error) {
      this.options.log.debug({ err: error, node }, 'failed to reach the node of a voice endpoint');
      return false;
    }
  }

  #receive(text: string): void {
    const report = readVoiceReport(text);
    for (const [guildId, userId] of report?.spoke ?? []) {
      this.#spokeAt.set(keyOf({ guildId, userId }), this.options.clock.now());
    }
    // Its token is of no use any more.
    for (const [guildId, userId] of report?.ended ?? []) this.#members.delete(keyOf({ guildId, userId }));
  }
}

function keyOf({ guildId, userId }: Pick<VoiceMember, 'guildId' | 'userId'>): string {
  return `${guildId} ${userId}`;
}
