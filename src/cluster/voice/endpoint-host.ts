import { randomUUID } from 'node:crypto';
import type { SessionLiveness } from '../../api/guilds/guild-registry.js';
import type { EndpointLink, EndpointLinkListener } from '../../api/voice/remote/endpoint-link.js';
import { fromLinkMember } from '../../api/voice/remote/link-member.js';
import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import { Deferred } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { LinkMember } from '../../protocol/voice/link.js';
import type { VoiceEndpointStore } from '../../store/voice-endpoints.js';
import type { Bus } from '../bus/bus.js';
import type { LiveNodes } from '../live-nodes.js';
import {
  DONE,
  type EndpointRequest,
  endpointsSubject,
  REPORT_SUBJECT,
  readEndpointRequest,
  type VoiceReport,
} from './voice-messages.js';

/** The interval of registrations, and how long one lasts, in milliseconds. */
const REGISTER_MS = 2_000;
const LEASE_MS = 6_000;

export interface EndpointHostOptions {
  readonly store: VoiceEndpointStore;
  readonly bus: Pick<Bus, 'publish' | 'respond'>;
  readonly node: string;
  /** the sessions of all nodes, and when it is known which nodes have ended */
  readonly sessions: SessionLiveness;
  readonly nodes: Pick<LiveNodes, 'on'>;
  readonly clock: Pick<Clock, 'every'>;
  readonly log: Logger;
}

interface Admitted {
  readonly member: LinkMember;
  readonly tokenHash: string;
  readonly nonce: number;
  readonly done: Deferred<string>;
}

/** An endpoint with the members that any node has admitted to it. */
interface Hosted {
  /** differs after each registration */
  readonly linkId: string;
  readonly link: EndpointLink;
  readonly members: Map<string, Admitted>;
}

/** The voice endpoints that are linked to this node: registers them, and admits members of all nodes to them. */
export class EndpointHost implements EndpointLinkListener, Component {
  readonly #hosted = new Map<string, Hosted>();
  readonly #end: Unsubscribe;
  #nonce = 0;

  constructor(private readonly options: EndpointHostOptions) {
    const { bus, clock, node, nodes } = options;
    this.#end = combineUnsubscribes([
      clock.every(REGISTER_MS, () => void this.#register()),
      nodes.on('read', () => this.#removeGone()),
      bus.respond(endpointsSubject(node), async (text) => this.#carryOut(text)),
    ]);
  }

  registered(link: EndpointLink): void {
    const { address, id } = link;
    this.options.log.info({ address }, 'voice endpoint registered');
    const before = this.#hosted.get(id);
    const linkId = randomUUID();
    this.#hosted.set(id, { linkId, link, members: new Map() });
    before?.link.terminate();
    // Nodes admit their members once more when they see the new link; it keeps those that it has for a minute.
    link.synced(linkId);
    void this.#register();
  }

  admitted({ id }: EndpointLink, guildId: Snowflake, userId: Snowflake, nonce: number): void {
    const admitted = this.#hosted.get(id)?.members.get(keyOf(guildId, userId));
    if (admitted?.nonce === nonce) admitted.done.resolve(DONE);
  }

  ended({ id }: EndpointLink, guildId: Snowflake, userId: Snowflake, tokenHash: string | null): void {
    const members = this.#hosted.get(id)?.members;
    const key = keyOf(guildId, userId);
    const known = members?.get(key)?.tokenHash;
    const ended = tokenHash ?? known;
    if (ended === undefined) return;
    if (known === ended) members?.delete(key);
    this.#report({ spoke: [], ended: [[guildId, userId, ended]] });
  }

  spoke(_link: EndpointLink, guildId: Snowflake, userId: Snowflake): void {
    this.#report({ spoke: [[guildId, userId]], ended: [] });
  }

  /** Its lease ends unless it returns, to this node or another one. */
  closed(link: EndpointLink): void {
    if (this.#hosted.get(link.id)?.link !== link) return;
    this.#hosted.delete(link.id);
    this.options.log.warn({ address: link.address }, 'lost the link to a voice endpoint');
  }

  async stop(): Promise<void> {
    this.#end();
    await this.options.store.release(this.options.node).catch((error: unknown) => {
      this.options.log.warn({ err: error }, 'failed to remove the voice endpoints of this node');
    });
  }

  #carryOut(text: string): Promise<string> | string {
    const request = readEndpointRequest(text);
    const hosted = request === null ? undefined : this.#hosted.get(request.endpoint);
    if (request === null || hosted === undefined) return '';
    return request.op === 'admit' ? this.#admit(hosted, request) : this.#remove(hosted, request);
  }

  #admit(
    { link, members }: Hosted,
    { member, token_hash: tokenHash }: EndpointRequest & { readonly op: 'admit' },
  ): Promise<string> {
    const nonce = this.#nonce;
    this.#nonce += 1;
    const done = new Deferred<string>();
    members.set(keyOf(member.guild_id, member.user_id), { member, tokenHash, nonce, done });
    link.admit(fromLinkMember(member), tokenHash, nonce);
    return done.promise;
  }

  #remove({ link, members }: Hosted, request: EndpointRequest & { readonly op: 'remove' }): string {
    const key = keyOf(request.guild_id, request.user_id);
    const known = members.get(key);
    if (known !== undefined && known.tokenHash !== request.token_hash) return DONE;
    members.delete(key);
    link.remove(request.guild_id, request.user_id);
    return DONE;
  }

  /** Removes the members of nodes that have ended: those that are left would not know whom to remove. */
  #removeGone(): void {
    for (const { link, members } of this.#hosted.values()) {
      for (const [key, { member }] of members) {
        if (this.options.sessions.has(member.session_id)) continue;
        members.delete(key);
        link.remove(member.guild_id, member.user_id);
      }
    }
  }

  #report(report: VoiceReport): void {
    this.options.bus.publish(REPORT_SUBJECT, JSON.stringify(report));
  }

  async #register(): Promise<void> {
    const { log, node, store } = this.options;
    const endpoints = [...this.#hosted.values()].map(({ link, linkId, members }) => ({
      id: link.id,
      link: linkId,
      address: link.address,
      region: link.region,
      members: members.size,
    }));
    try {
      await store.register(node, endpoints, LEASE_MS);
    } catch (error) {
      log.warn({ err: error }, 'failed to register voice endpoints');
    }
  }
}

function keyOf(guildId: Snowflake, userId: Snowflake): string {
  return `${guildId} ${userId}`;
}
