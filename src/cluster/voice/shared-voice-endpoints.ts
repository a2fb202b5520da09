import type { VoiceEndpoint, VoiceMember, VoicePlace } from '../../api/core/voice-endpoint.js';
import { AnnouncedMember } from '../../api/voice/announced-member.js';
import { toLinkMember } from '../../api/voice/remote/link-member.js';
import { BoundedMap } from '../../platform/async/bounded-map.js';
import { coalesceRuns } from '../../platform/async/coalesce.js';
import type { Unsubscribe } from '../../platform/async/events.js';
import { RepeatedTask } from '../../platform/async/repeated-task.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { RegisteredEndpoint, VoiceEndpointStore } from '../../store/voice-endpoints.js';
import type { Bus } from '../bus/bus.js';
import {
  DONE,
  type EndpointRequest,
  endpointsSubject,
  REPORT_SUBJECT,
  readVoiceReport,
} from './voice-messages.js';

/** The interval at which the endpoints are read from the store, in milliseconds. */
const POLL_MS = 2_000;
/** For how many channels the store chooses endpoints at once. */
const CHOICES = 4;
const REQUEST_MS = 1_000;
/**
 * How long a removal is kept for an endpoint that does not exist, in milliseconds: none keeps members without its link longer. One
 * that exists, e.g. while the bus does not, has the member until the removal arrives.
 */
const REMOVAL_KEPT_MS = 300_000;
/** The maximum number of removals that have not arrived; beyond it the oldest ones are given up. */
const MAX_REMOVALS = 10_000;
/** The maximum number of users of whom it is known when they spoke. */
const MAX_SPEAKERS = 100_000;

interface Removal {
  readonly request: EndpointRequest;
  /** since when its endpoint does not exist, as `elapsed` counts; null: it does */
  goneSince: number | null;
}

export interface SharedVoiceEndpointsOptions {
  readonly store: VoiceEndpointStore;
  readonly bus: Pick<Bus, 'request' | 'subscribe'>;
  readonly clock: Pick<Clock, 'every' | 'now'>;
  /** milliseconds on a clock that is never set */
  readonly elapsed: () => number;
  readonly log: Logger;
  /** whether a session is of this node: others admit theirs */
  isOwn(sessionId: string): boolean;
}

/**
 * The voice endpoints of all nodes, for the members whose sessions are here. The store chooses one for each channel, so its
 * members hear each other wherever they are connected (docs/adr/0051-voice-endpoints-of-a-cluster.md).
 */
export class SharedVoiceEndpoints implements VoiceEndpoint, Component {
  readonly #members = new Map<string, SharedMember>();
  /** by id, as they were last read */
  #endpoints: ReadonlyMap<string, RegisteredEndpoint> = new Map();
  /** by the hash of the token */
  readonly #removals = new BoundedMap<string, Removal>(MAX_REMOVALS);
  readonly #spokeAt = new BoundedMap<string, number>(MAX_SPEAKERS);
  /** those who are not placed yet */
  readonly #joined = new Set<SharedMember>();
  readonly #requestPlacement = coalesceRuns(() => this.#placeJoined());
  readonly #polling: RepeatedTask;
  readonly #unsubscribe: Unsubscribe;

  constructor(private readonly options: SharedVoiceEndpointsOptions) {
    const { bus, clock } = options;
    this.#unsubscribe = bus.subscribe(REPORT_SUBJECT, (text) => this.#receive(text));
    this.#polling = new RepeatedTask(clock, POLL_MS, () => this.#poll());
  }

  admit(member: VoiceMember, announce: (place: VoicePlace) => void): void {
    this.remove(member.guildId, member.userId);
    if (!this.options.isOwn(member.sessionId)) return;
    const added = new SharedMember(member, announce);
    this.#members.set(keyOf(member), added);
    this.#joined.add(added);
    this.#requestPlacement();
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
    this.#unsubscribe();
    await this.#polling.stop();
  }

  /** Places who is at no endpoint, or not at that of their channel, and repeats what did not arrive. */
  async #poll(): Promise<void> {
    await this.#placeMembers([...this.#members.values()]);
    for (const [key, removal] of [...this.#removals]) void this.#sendRemoval(key, removal);
  }

  async #placeJoined(): Promise<void> {
    const joined = [...this.#joined].filter((each) => this.#members.get(keyOf(each.member)) === each);
    this.#joined.clear();
    await this.#placeMembers(joined);
  }

  /** Never throws: who is not placed is at the next poll. */
  async #placeMembers(members: readonly SharedMember[]): Promise<void> {
    const { log, store } = this.options;
    try {
      this.#endpoints = new Map((await store.live()).map((endpoint) => [endpoint.id, endpoint]));
      const channels = new Map<Snowflake, SharedMember[]>();
      for (const each of members) {
        const { channelId } = each.member;
        const inside = channels.get(channelId);
        if (inside === undefined) channels.set(channelId, [each]);
        else inside.push(each);
      }
      const chosen = await store.chosen([...channels.keys()]);
      const waiting = channels.entries();
      const placeSome = async () => {
        for (const [channelId, inside] of waiting) await this.#place(inside, chosen.get(channelId));
      };
      await Promise.all(Array.from({ length: CHOICES }, placeSome));
    } catch (error) {
      log.warn({ err: error }, 'failed to place members at voice endpoints');
    }
    for (const each of members) {
      if (this.#members.get(keyOf(each.member)) === each) void this.#sendAdmission(each);
    }
  }

  /** @param members those of one channel @param chosen its endpoint, which may have ended */
  async #place(members: readonly SharedMember[], chosen: string | undefined): Promise<void> {
    const [first] = members;
    if (first === undefined) return;
    const isLive = chosen !== undefined && this.#endpoints.has(chosen);
    const wanted = isLive ? chosen : await this.#choose(first.member);
    for (const each of members) {
      if (each.endpointId === wanted && each.tokenHash !== '') continue;
      this.#leave(each);
      each.moveTo(wanted);
      if (wanted === null) each.announceAt(null);
    }
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

  /** The endpoint would keep accepting the token that it knows. */
  #leave({ endpointId, member: { guildId, userId }, tokenHash }: SharedMember): void {
    if (endpointId === null) return;
    const user = { guild_id: guildId, user_id: userId };
    const request = { op: 'remove', endpoint: endpointId, ...user, token_hash: tokenHash } as const;
    const removal = { request, goneSince: null };
    this.#removals.set(tokenHash, removal);
    void this.#sendRemoval(tokenHash, removal);
  }

  async #sendRemoval(key: string, removal: Removal): Promise<void> {
    const endpoint = this.#endpoints.get(removal.request.endpoint);
    if (endpoint !== undefined) {
      removal.goneSince = null;
      if (await this.#request(endpoint, removal.request)) this.#removals.delete(key);
      return;
    }
    // One that has lost its link returns with the members that it had.
    const now = this.options.elapsed();
    removal.goneSince ??= now;
    if (now - removal.goneSince >= REMOVAL_KEPT_MS) this.#removals.delete(key);
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
    for (const [guildId, userId, tokenHash] of report?.ended ?? []) {
      const key = keyOf({ guildId, userId });
      // Its token can no longer be used, unless the member has joined again.
      if (this.#members.get(key)?.tokenHash === tokenHash) this.#members.delete(key);
    }
  }
}

function keyOf({ guildId, userId }: Pick<VoiceMember, 'guildId' | 'userId'>): string {
  return `${guildId} ${userId}`;
}

/** A member in voice with a session of this node. */
class SharedMember extends AnnouncedMember {
  /** the link over which the endpoint last admitted the member as it is; null: it has to */
  admittedOver: string | null = null;

  /** The member connects elsewhere, or again. */
  moveTo(endpointId: string | null): void {
    this.endpointId = endpointId;
    this.renewToken();
    this.admittedOver = null;
  }
}
