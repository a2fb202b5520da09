import type { AttachmentUploads } from '../../api/attachments/attachment-uploads.js';
import type { MultipartBody } from '../../api/attachments/read-parts.js';
import { RestError } from '../../api/core/errors.js';
import { HeldElsewhereError } from '../../api/core/guild-owner.js';
import { JsonText, type ReplyWithStatus } from '../../api/core/http/handler-result.js';
import type { GuildRegistry } from '../../api/guilds/guild-registry.js';
import type { PrivateChannelRegistry } from '../../api/private-channels/private-channel-registry.js';
import type { Call } from '../../api/rest/operation.js';
import type { Forwarding, ReceivedCall } from '../../api/rest/operation-request.js';
import type { Endpoint } from '../../api/rest/operation-routes.js';
import { BoundedMap } from '../../platform/async/bounded-map.js';
import { thenOrNow } from '../../platform/async/then-or-now.js';
import { hashSecret } from '../../platform/crypto/secrets.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { ConflictError } from '../../store/errors.js';
import type { GuildStore } from '../../store/guilds.js';
import type { BusRoundTrip } from '../bus-round-trip.js';
import type { GuildLeases } from '../ownership/guild-leases.js';
import { GuildAbsentError, GuildUnavailableError, toReadError } from '../requests/request-errors.js';
import type { RequestKeys } from '../requests/request-keys.js';
import type { RequestRouter } from '../requests/request-router.js';
import { encodeForm, readAcceptance, type SentForm } from './form-codec.js';
import type { ForwardedCall } from './forwarded-call.js';
import { readResult } from './forwarded-result.js';

/** How long a call may take to reach an owner, in milliseconds: longer than the lease of one that was killed. */
export const DEADLINE_MS = 8000;

/** The maximum number of channels whose guilds are remembered. */
const MAX_CHANNELS = 100_000;

/** The length of the longest access token that a body may have. */
const MAX_TOKEN_LENGTH = 200;

/** What calls of operations are, among the requests to owners of guilds. */
export const OPERATION_REQUEST = 'operation';
/** The same with forms, which nodes of former versions do not know. */
export const FORM_REQUEST = 'form';

export interface OperationForwardingOptions {
  readonly leases: Pick<GuildLeases, 'fresh'>;
  readonly requests: Pick<RequestRouter, 'run'>;
  readonly keys: Pick<RequestKeys, 'next'>;
  readonly roundTrip: Pick<BusRoundTrip, 'eventsPassed'>;
  readonly guilds: Pick<GuildRegistry, 'knownGuildOf'>;
  readonly privateChannels: Pick<PrivateChannelRegistry, 'isLoaded'>;
  readonly uploads: AttachmentUploads;
  readonly store: Pick<GuildStore, 'idOfChannel' | 'idOfInvite'>;
}

/**
 * Carries out operations on the node that owns their guild (docs/adr/0047-guilds-of-the-service-have-owners.md): here without
 * anything else if this node owns it, otherwise by a request.
 */
export class OperationForwarding implements Forwarding {
  /** the guilds of channels, which never change */
  readonly #guildOfChannel = new BoundedMap<Snowflake, Snowflake>(MAX_CHANNELS);

  constructor(private readonly options: OperationForwardingOptions) {}

  run(endpoint: Endpoint, call: Call<string, unknown, unknown>, toReceived: () => ReceivedCall): unknown {
    return endpoint.guildParameter === null
      ? endpoint.operation.handle(call)
      : this.place(endpoint, toReceived());
  }

  /** Carries out a call for a guild where that is owned. */
  place(endpoint: Endpoint, received: ReceivedCall): unknown {
    return thenOrNow(this.#guildOf(endpoint, received), (guildId) => {
      if (guildId === null) return received.here();
      if (this.options.leases.fresh(guildId) === null) return this.#forward(guildId, received);
      const result = received.here();
      if (!(result instanceof Promise)) return result;
      const isOfMessage = endpoint.operation.fires.includes('MESSAGE_CREATE');
      return (isOfMessage ? this.#afterEvents(result) : result).catch((error: unknown) => {
        // Each operation has one change, so nothing of it is stored. A form can be read once.
        if (isLost(error) && received.upload === null) return this.#forward(guildId, received);
        throw error;
      });
    });
  }

  /** Delays the reply of a new message until its event has passed the bus, so that sessions of other nodes receive it first. */
  async #afterEvents(result: Promise<unknown>): Promise<unknown> {
    const reply = await result;
    await this.options.roundTrip.eventsPassed();
    return reply;
  }

  /** The guild that an operation is for; null: it is for none, or for one that does not exist. */
  #guildOf(
    { guildParameter }: Endpoint,
    { params }: ReceivedCall,
  ): Snowflake | null | Promise<Snowflake | null> {
    const value = guildParameter === null ? undefined : params[guildParameter];
    if (value === undefined || guildParameter === 'guild_id') return value ?? null;
    return guildParameter === 'channel_id' ? this.#ofChannel(value) : this.options.store.idOfInvite(value);
  }

  #ofChannel(id: Snowflake): Snowflake | null | Promise<Snowflake | null> {
    const { guilds, privateChannels } = this.options;
    if (privateChannels.isLoaded(id)) return null;
    return guilds.knownGuildOf(id) ?? this.#guildOfChannel.get(id) ?? this.#findOfChannel(id);
  }

  async #findOfChannel(id: Snowflake): Promise<Snowflake | null> {
    const guildId = await this.options.store.idOfChannel(id);
    if (guildId !== null) this.#guildOfChannel.set(id, guildId);
    return guildId;
  }

  async #forward(guildId: Snowflake, received: ReceivedCall): Promise<unknown> {
    try {
      return await (received.upload === null
        ? this.#send(guildId, received)
        : this.#forwardForm(guildId, received, received.upload));
    } catch (error) {
      // The operation answers with its own 404.
      if (error instanceof GuildAbsentError) return received.here();
      throw error;
    }
  }

  /** The files are stored here, and the message by the owner, which is asked before whether it would accept them. */
  async #forwardForm(guildId: Snowflake, received: ReceivedCall, upload: MultipartBody): Promise<unknown> {
    const { caller, params } = received;
    if (caller === null) return received.here();
    const { body } = await this.#send(guildId, received, null);
    const mayAttach = body instanceof JsonText ? readAcceptance(body.text) : null;
    if (mayAttach === null) throw new GuildUnavailableError();
    const { applicationId, user } = caller;
    const uploader = { userId: user.id, applicationId, channelId: params.channel_id ?? '', mayAttach };
    return this.options.uploads.receive(upload, uploader, (form) =>
      this.#send(guildId, received, encodeForm(form)).catch((error: unknown) => {
        // The operation cannot answer with its own 404: it would read the form again.
        throw error instanceof GuildAbsentError ? new RestError('UNKNOWN_CHANNEL') : error;
      }),
    );
  }

  async #send(guildId: Snowflake, received: ReceivedCall, form?: SentForm | null): Promise<ReplyWithStatus> {
    const kind = form === undefined ? OPERATION_REQUEST : FORM_REQUEST;
    const text = `${kind} ${JSON.stringify({ ...toForwarded(received), form })}`;
    const { keys, requests } = this.options;
    const { address, caller, method } = received;
    const request = { guildId, key: keys.next(), text, caller: caller?.user.id ?? address };
    try {
      return readResult(await requests.run(request, DEADLINE_MS, { failsFast: true }));
    } catch (error) {
      const isRead = method === 'GET' || form === null;
      throw isRead ? toReadError(error) : error;
    }
  }
}

/** Whether a guild was lost before a change of it was stored. */
export function isLost(error: unknown): boolean {
  return (
    error instanceof HeldElsewhereError || (error instanceof ConflictError && error.conflict === 'owner')
  );
}

/** A body with the hash of the access token in it, as the owner looks it up: tokens are not sent over the bus. */
function withoutToken(body: unknown): unknown {
  const token = Object(body).access_token;
  // A longer text is not a token, and the owner refuses it as the body would be here.
  if (typeof token !== 'string' || token.length > MAX_TOKEN_LENGTH) return body;
  return { ...Object(body), access_token: hashSecret(token) };
}

function toForwarded({ method, target, caller, reason, address, body }: ReceivedCall): ForwardedCall {
  const token = caller?.token.hash ?? null;
  return { method, target, token, reason, address, ...(body !== undefined && { body: withoutToken(body) }) };
}
