import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { BackOff } from '../../../platform/async/back-off.js';
import type { Clock } from '../../../platform/clock.js';
import type { Component } from '../../../platform/lifecycle.js';
import type { Logger } from '../../../platform/log.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import {
  type EndpointMessage,
  type ServiceMessage,
  ServiceMessageSchema,
  VOICE_LINK_LIMITS,
} from '../../../protocol/voice/link.js';
import { LinkSocket } from '../remote/link-socket.js';
import type { AdmittedMembers } from './admitted-members.js';

const RETRY = { firstMs: 250, longestMs: 10_000 };
/** How long the service may take to accept a connection, in milliseconds. */
const HANDSHAKE_TIMEOUT = 10_000;
/** How often the service is sent who spoke, in milliseconds. */
const SPEECH_INTERVAL_MS = 5_000;

export interface ServiceLinkOptions {
  /** e.g. `wss://guilds.example/api/voice-endpoints` */
  readonly url: URL;
  readonly secret: string;
  /** host and port of the endpoint, as clients connect to it */
  readonly address: string;
  /** of the guilds that it is for; null: of every region */
  readonly region: string | null;
  readonly members: AdmittedMembers;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The connection of an endpoint that runs alone to its service: lost connections are retried with back-off. */
export class ServiceLink implements Component {
  readonly #id = randomUUID();
  readonly #backOff = new BackOff(RETRY, Math.random);
  #socket: WebSocket | null = null;
  #link: LinkSocket<typeof ServiceMessageSchema> | null = null;
  #cancelRetry: () => void = () => {};
  #isStopped = false;
  readonly #cancelSpeech: () => void;

  constructor(private readonly options: ServiceLinkOptions) {
    const { clock, members } = options;
    this.#cancelSpeech = clock.every(SPEECH_INTERVAL_MS, () => this.#reportSpeech(members.takeSpeakers()));
    this.#connect();
  }

  /** The session of a user was not resumed in time. @param tokenHash of their admission */
  ended(guildId: Snowflake, userId: Snowflake, tokenHash: string | undefined): void {
    const admission = tokenHash === undefined ? {} : { token_hash: tokenHash };
    this.#send({ op: 'ended', guild_id: guildId, user_id: userId, ...admission });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelRetry();
    this.#cancelSpeech();
    this.#socket?.terminate();
  }

  #connect(): void {
    const { address, clock, log, members, region, secret, url } = this.options;
    const socket = new WebSocket(url, {
      headers: { Authorization: `Bearer ${secret}` },
      maxPayload: VOICE_LINK_LIMITS.MESSAGE_BYTES,
      perMessageDeflate: false,
      followRedirects: false,
      handshakeTimeout: HANDSHAKE_TIMEOUT,
    });
    this.#socket = socket;
    socket.on('error', (error) => log.warn({ err: error }, 'link to the service failed'));
    socket.on('open', () => {
      members.linked();
      this.#send({ op: 'register', id: this.#id, address, ...(region !== null && { region }) });
    });
    this.#link = new LinkSocket({
      socket,
      schema: ServiceMessageSchema,
      message: (message) => this.#handle(message),
      closed: () => this.#closed(),
      clock,
      log,
    });
  }

  #closed(): void {
    this.#link = null;
    if (this.#isStopped) return;
    this.options.members.unlinked();
    this.#cancelRetry = this.options.clock.after(this.#backOff.next(), () => this.#connect());
  }

  #handle(message: ServiceMessage): void {
    const { members } = this.options;
    if (message.op === 'admit') {
      const { member, nonce, token_hash: tokenHash } = message;
      members.admit(member, tokenHash);
      this.#send({ op: 'admitted', guild_id: member.guild_id, user_id: member.user_id, nonce });
    } else if (message.op === 'update') members.update(message.member);
    else if (message.op === 'remove') members.remove(message.guild_id, message.user_id);
    else {
      members.synced(message.service);
      this.#backOff.reset();
      this.options.log.info('linked to the service');
    }
  }

  #reportSpeech(users: readonly [Snowflake, Snowflake][]): void {
    for (let start = 0; start < users.length; start += VOICE_LINK_LIMITS.SPEAKERS) {
      this.#send({ op: 'spoke', users: users.slice(start, start + VOICE_LINK_LIMITS.SPEAKERS) });
    }
  }

  #send(message: EndpointMessage): void {
    this.#link?.send(message);
  }
}
