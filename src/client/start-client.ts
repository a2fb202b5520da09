import Type from 'typebox';
import type { Clock } from '../platform/clock.js';
import { Emitter } from '../platform/events.js';
import type { Logger } from '../platform/log.js';
import { TokenBucket } from '../platform/token-bucket.js';
import { waitUntil } from '../platform/wait-until.js';
import { GATEWAY_OPCODES } from '../protocol/gateway/opcodes.js';
import {
  ApplicationSchema,
  CurrentAuthorizationSchema,
  GrantSchema,
} from '../protocol/objects/application.js';
import { MessageSchema } from '../protocol/objects/message.js';
import { type User, UserSchema } from '../protocol/objects/user.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { fetchApplicationIcon } from './application-icon.js';
import { authorizationQuery } from './authorization-query.js';
import { authorizeOnce } from './authorize-once.js';
import { LiveChatState } from './chat-state.js';
import type { ChatClient, ChatEvents } from './client.js';
import { decoder } from './decode.js';
import { applyDispatch } from './dispatch-table.js';
import type { DispatchTarget } from './dispatch-target.js';
import { gatewayAddress } from './gateway-address.js';
import { GatewayConnection, type GatewayListener } from './gateway-connection.js';
import type { Ready } from './gateway-frames.js';
import { OwnVoiceChannel } from './own-voice-channel.js';
import { accessToApplication, previewAuthorization } from './preview-authorization.js';
import { toPublicApplication } from './public-application.js';
import { SelectedTextChannel } from './selected-text-channel.js';
import { ServiceRest } from './service-rest.js';
import { VoiceStateSender } from './voice-state-sender.js';

/** How many messages of a channel RPC shows (docs/rpc.md, Payloads). */
const MESSAGES_SHOWN = 50;

/** How long the lists that grow with what the person does may be, in bytes. */
const LIST_BYTES = 4 * 1024 * 1024;

/** Warnings about events of the service that cannot be applied. */
const COMPLAINTS_PER_MINUTE = 10;

const decodeUser = decoder(UserSchema);
const decodeApplication = decoder(ApplicationSchema);
const decodeCode = decoder(Type.Object({ code: Type.String() }));
const decodeAuthorization = decoder(CurrentAuthorizationSchema);
const decodeGrants = decoder(Type.Array(GrantSchema));
const decodeGuest = decoder(Type.Object({ token: Type.String() }));
const decodeMessages = decoder(Type.Array(MessageSchema));
const decodeGateway = decoder(Type.Object({ url: Type.String() }));

export interface ClientOptions {
  /** the service's REST API, e.g. `http://127.0.0.1:6480/api` */
  readonly apiUrl: string;
  /** the person's token; null if nobody is signed in yet */
  readonly token: string | null;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Starts the chat client. It is usable at once and connects in the background, again and again. */
export function startClient(options: ClientOptions): ChatClient {
  const { clock, log } = options;
  const rest = new ServiceRest(options.apiUrl);
  const state = new LiveChatState(() => user?.id ?? null);
  const events = new Emitter<ChatEvents>((error) => log.error({ err: error }, 'a listener failed'));
  const awaited = new Set<string>();
  let token = options.token;
  let user: User | null = null;
  let connected = false;
  const ownVoiceChannel = new OwnVoiceChannel({
    state,
    events,
    me: () => user?.id ?? null,
    isConnected: () => connected,
  });
  const target = { state, events, awaited, ownVoiceChannel };
  const selectedTextChannel = new SelectedTextChannel({ state, isComplete: () => awaited.size === 0 });
  let gateway: GatewayConnection | null = null;

  const asPerson = () => ({ authorization: token });

  function connect(personToken: string): void {
    gateway = new GatewayConnection({ url: gatewayUrl, token: personToken, listener, clock, log });
    gateway.start();
  }

  const voiceStates = new VoiceStateSender({
    clock,
    current: () => (user === null || !connected ? null : state.voiceChannelOf(user.id)),
    send: (payload) => gateway?.send(GATEWAY_OPCODES.VOICE_STATE_UPDATE, payload),
  });

  const gatewayUrl = async () =>
    gatewayAddress(options.apiUrl, decodeGateway(await rest.request('GET', '/gateway', asPerson())).url);

  // A service may send any number of events that cannot be applied.
  const complaints = new TokenBucket(COMPLAINTS_PER_MINUTE / 60, COMPLAINTS_PER_MINUTE, () => clock.now());

  function apply(to: DispatchTarget, name: string, data: unknown, bytes: number): void {
    try {
      applyDispatch(to, name, data, bytes);
    } catch (error) {
      // One event that cannot be applied is left out: connecting again would bring it again.
      if (complaints.take()) log.warn({ err: error, event: name }, 'failed to apply a gateway event');
    }
  }

  /** A private channel of READY: nobody is told of it, as it was there before. */
  function addKnownChannel(channel: unknown): void {
    const silent = { ...target, events: { emit: () => undefined } };
    apply(silent, 'CHANNEL_CREATE', channel, JSON.stringify(channel).length);
  }

  const listener: GatewayListener = {
    ready(ready: Ready) {
      user = ready.user;
      const before = state.guilds();
      state.clear();
      awaited.clear();
      for (const channel of ready.private_channels ?? []) addKnownChannel(channel);
      for (const { id } of ready.guilds) awaited.add(id);
      for (const { id } of before) if (!awaited.has(id)) events.emit('guildDelete', { id });
      selectedTextChannel.review();
    },
    dispatch(name, data, bytes) {
      apply(target, name, data, bytes);
      selectedTextChannel.review();
    },
    connected(now: boolean) {
      if (connected === now) return;
      connected = now;
      events.emit('connection', { connected });
      ownVoiceChannel.review();
    },
    rejected: () => log.warn('the service does not accept the token of the signed-in person'),
  };

  if (token !== null) connect(token);

  async function signIn(newToken: string): Promise<User> {
    const person = decodeUser(await rest.request('GET', '/users/@me', { authorization: newToken }));
    voiceStates.cancel();
    await gateway?.stop();
    listener.connected(false);
    state.clear();
    selectedTextChannel.select(null);
    token = newToken;
    user = person;
    events.emit('signIn', { user: person });
    connect(newToken);
    return person;
  }

  async function becomeGuest(username: string, applicationId: Snowflake): Promise<User> {
    const body = { username, client_id: applicationId };
    const made = await rest.request('POST', '/users/guests', { authorization: null, body });
    return signIn(decodeGuest(made).token);
  }

  /** the sign-in as a guest that is on its way: those who ask meanwhile get the same one */
  let guest: Promise<User> | null = null;

  return {
    state,
    on: (name, heard) => events.on(name, heard),
    get user() {
      return user;
    },
    get token() {
      return token;
    },
    get connected() {
      return connected;
    },
    async caughtUp(ms) {
      const look = () => (connected && awaited.size === 0 ? true : undefined);
      if (look()) return;
      const listen = (again: () => void) => [events.on('connection', again), events.on('guildCreate', again)];
      await waitUntil({ look, listen, clock, ms });
    },
    signIn,
    async signInAsGuest(username, applicationId) {
      if (user !== null) return user;
      guest ??= becomeGuest(username, applicationId).finally(() => {
        guest = null;
      });
      return guest;
    },
    async application(id) {
      // As the person, so that no anonymous caller can use up its quota.
      const path = `/oauth2/applications/${id}/rpc`;
      const found = await rest.requestUnless(404, 'GET', path, asPerson());
      return found === null ? null : toPublicApplication(decodeApplication(found));
    },
    applicationIcon: (id, hash) => fetchApplicationIcon(options.apiUrl, id, hash),
    checkAuthorization: async (id, scopes) =>
      toPublicApplication((await previewAuthorization(rest, token, id, scopes)).application),
    applicationAccess: async (id) => (token === null ? 'none' : accessToApplication(rest, token, id)),
    async authorize(id, scopes, rpcToken) {
      const query = authorizationQuery(id, scopes);
      const body = { authorize: true, ...(rpcToken === undefined ? {} : { rpc_token: rpcToken }) };
      return decodeCode(await rest.request('POST', '/oauth2/authorize', { ...asPerson(), query, body })).code;
    },
    authorizeOnce: (id, scopes) => authorizeOnce(rest, token, id, scopes),
    async authorization(accessToken) {
      // Anything else could not be sent in a header, and is no token of any service.
      if (!/^[\x21-\x7e]+$/.test(accessToken)) return null;
      const found = await rest.requestUnless(401, 'GET', '/oauth2/@me', {
        authorization: `Bearer ${accessToken}`,
      });
      return found === null ? null : decodeAuthorization(found);
    },
    grants: async () =>
      decodeGrants(await rest.request('GET', '/oauth2/tokens', { ...asPerson(), replyBytes: LIST_BYTES })),
    async revokeGrant(id) {
      const known = (await this.grants()).some((grant) => grant.id === id);
      if (known) await rest.requestUnless(404, 'DELETE', `/oauth2/tokens/${id}`, asPerson());
      return known;
    },
    get selectedTextChannel() {
      return selectedTextChannel.id;
    },
    selectTextChannel: (id) => selectedTextChannel.select(id),
    get voiceChannelId() {
      return ownVoiceChannel.id;
    },
    moveToVoiceChannel: (channel) => voiceStates.move(channel),
    showVoiceFlags: (flags) => voiceStates.show(flags),
    async messages(channelId) {
      const newestFirst = await rest.request('GET', `/channels/${channelId}/messages`, {
        ...asPerson(),
        replyBytes: LIST_BYTES,
        query: { limit: String(MESSAGES_SHOWN) },
      });
      return decodeMessages(newestFirst).reverse();
    },
    async stop() {
      voiceStates.cancel();
      await gateway?.stop();
    },
  };
}
