import type { WebSocket } from 'ws';
import type { Clock } from '../../../platform/clock.js';
import type { Logger } from '../../../platform/log.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import {
  type EndpointMessage,
  EndpointMessageSchema,
  type ServiceMessage,
} from '../../../protocol/voice/link.js';
import type { VoiceMember } from '../../core/voice-endpoint.js';
import { toLinkMember } from './link-member.js';
import { LinkSocket } from './link-socket.js';

/** How long an endpoint may take to register, in milliseconds. */
const REGISTER_WITHIN_MS = 10_000;

export interface EndpointLinkListener {
  registered(link: EndpointLink): void;
  /** a member may connect now */
  admitted(link: EndpointLink, guildId: Snowflake, userId: Snowflake, nonce: number): void;
  /** @param tokenHash of the admission that ended; null: the endpoint does not say */
  ended(link: EndpointLink, guildId: Snowflake, userId: Snowflake, tokenHash: string | null): void;
  spoke(link: EndpointLink, guildId: Snowflake, userId: Snowflake): void;
  closed(link: EndpointLink): void;
}

export interface EndpointLinkOptions {
  readonly socket: WebSocket;
  readonly listener: EndpointLinkListener;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The connection of a voice endpoint that runs alone, as the service sees it. */
export class EndpointLink {
  /** both empty until it registered */
  id = '';
  address = '';
  /** null: for guilds of every region */
  region: string | null = null;
  readonly #socket: LinkSocket<typeof EndpointMessageSchema>;
  readonly #cancelDeadline: () => void;

  constructor(private readonly options: EndpointLinkOptions) {
    const { clock, listener, log, socket } = options;
    this.#cancelDeadline = clock.after(REGISTER_WITHIN_MS, () => socket.terminate());
    this.#socket = new LinkSocket({
      socket,
      schema: EndpointMessageSchema,
      message: (message) => this.#handle(message),
      closed: () => {
        this.#cancelDeadline();
        listener.closed(this);
      },
      clock,
      log,
    });
  }

  admit(member: VoiceMember, tokenHash: string, nonce: number): void {
    this.#send({ op: 'admit', member: toLinkMember(member), token_hash: tokenHash, nonce });
  }

  update(member: VoiceMember): void {
    this.#send({ op: 'update', member: toLinkMember(member) });
  }

  remove(guildId: Snowflake, userId: Snowflake): void {
    this.#send({ op: 'remove', guild_id: guildId, user_id: userId });
  }

  /** All members of the endpoint were admitted. @param service differs after each start of the service */
  synced(service: string): void {
    this.#send({ op: 'synced', service });
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #send(message: ServiceMessage): void {
    this.#socket.send(message);
  }

  #handle(message: EndpointMessage): void {
    const { listener } = this.options;
    if (message.op === 'register') this.#register(message);
    else if (this.id === '') this.terminate();
    else if (message.op === 'spoke') {
      for (const [guildId, userId] of message.users) listener.spoke(this, guildId, userId);
    } else if (message.op === 'ended') {
      listener.ended(this, message.guild_id, message.user_id, message.token_hash ?? null);
    } else listener.admitted(this, message.guild_id, message.user_id, message.nonce);
  }

  #register({ address, id, region }: EndpointMessage & { readonly op: 'register' }): void {
    if (this.id !== '') {
      this.terminate();
      return;
    }
    this.#cancelDeadline();
    this.id = id;
    this.address = address;
    this.region = region ?? null;
    this.options.listener.registered(this);
  }
}
