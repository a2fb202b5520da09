import Type from 'typebox';
import type { Unsubscribe } from '../platform/async/events.js';
import type { Clock } from '../platform/clock.js';
import type { Logger } from '../platform/log.js';
import { GATEWAY_OPCODES } from '../protocol/gateway/opcodes.js';
import {
  type Application,
  type ApplicationWithApproval,
  ApplicationWithApprovalSchema,
  type CurrentAuthorization,
  type Grant,
} from '../protocol/objects/application.js';
import type { Channel } from '../protocol/objects/channel.js';
import { type Message, MessageSchema } from '../protocol/objects/message.js';
import type { Activity } from '../protocol/objects/presence.js';
import { type User, UserSchema } from '../protocol/objects/user.js';
import type { Scope } from '../protocol/scopes.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { LiveChat } from './chat/live-chat.js';
import type { ChatState } from './chat/state.js';
import {
  type ApplicationAccess,
  type ChatClient,
  type ChatEvents,
  type MessagePlace,
  type OnceAuthorization,
  type SentFile,
  SIGN_IN_STATES,
  type SignInState,
  type VoiceFlags,
} from './client.js';
import { decoder } from './decode.js';
import { gatewayAddress } from './gateway/gateway-address.js';
import { GatewayConnection } from './gateway/gateway-connection.js';
import { PresenceSender } from './gateway/presence-sender.js';
import { VoiceStateSender } from './gateway/voice-state-sender.js';
import { Authorizations } from './rest/authorizations.js';
import { fetchApplicationIcon, fetchAttachment } from './rest/cdn-files.js';
import { toListedApplication, toPublicApplication } from './rest/public-application.js';
import { LIST_BYTES, ServiceRest } from './rest/service-rest.js';
import { ServiceError } from './service-error.js';

/** The number of messages of a channel that RPC returns (docs/rpc.md, Payloads). */
const MESSAGES_SHOWN = 50;
/** How long a message may be as JSON, in bytes: its body, the people it mentions and its files. */
const MAX_MESSAGE = 128 * 1024;

const decodeUser = decoder(UserSchema);
const decodeApplication = decoder(ApplicationWithApprovalSchema);
const decodeGuest = decoder(Type.Object({ token: Type.String() }));
const decodeMessage = decoder(MessageSchema);
const decodeMessages = decoder(Type.Array(MessageSchema));
const decodeGateway = decoder(Type.Object({ url: Type.String() }));

export interface ServiceChatClientOptions {
  /** base URL of the service's REST API, e.g. `http://127.0.0.1:6480/api` */
  readonly apiUrl: string;
  /** the person's token; null if nobody is signed in yet */
  readonly token: string | null;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The chat client of a service. It is usable at once and connects in the background, with retries. */
export class ServiceChatClient implements ChatClient {
  readonly #rest: ServiceRest;
  readonly #authorizations: Authorizations;
  readonly #chat: LiveChat;
  readonly #voiceStates: VoiceStateSender;
  readonly #presence: PresenceSender;
  #token: string | null;
  #gateway: GatewayConnection | null = null;
  /** the pending sign-in as a guest; callers with the same name and application share it */
  #guest: {
    readonly username: string;
    readonly applicationId: Snowflake;
    readonly user: Promise<User>;
  } | null = null;
  #stopped = false;

  private constructor(private readonly options: ServiceChatClientOptions) {
    const { apiUrl, clock, log, token } = options;
    this.#token = token;
    this.#rest = new ServiceRest(apiUrl);
    this.#authorizations = new Authorizations(this.#rest, () => this.#token);
    this.#chat = new LiveChat(clock, log);
    this.#voiceStates = new VoiceStateSender({
      clock,
      current: () => this.#chat.ownVoiceChannel.place,
      send: (payload) => this.#gateway?.send(GATEWAY_OPCODES.VOICE_STATE_UPDATE, payload),
    });
    this.#presence = new PresenceSender({
      clock,
      isConnected: () => this.connected,
      send: (payload) => this.#gateway?.send(GATEWAY_OPCODES.STATUS_UPDATE, payload),
    });
    this.on('newSession', () => this.#presence.sessionBegan());
    this.on('connection', ({ connected }) => connected && this.#presence.connected());
    this.on('ownVoiceChannel', () => this.#voiceStates.channelChanged());
    this.on('connection', ({ connected }) => connected || this.#voiceStates.cancel());
  }

  static start(options: ServiceChatClientOptions): ServiceChatClient {
    const client = new ServiceChatClient(options);
    if (options.token !== null) client.#connect(options.token);
    return client;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#presence.stop();
    await this.#disconnect();
  }

  on<Name extends keyof ChatEvents>(name: Name, listener: (event: ChatEvents[Name]) => void): Unsubscribe {
    return this.#chat.events.on(name, listener);
  }

  get state(): ChatState {
    return this.#chat.state;
  }

  get user(): User | null {
    return this.#chat.user;
  }

  get token(): string | null {
    return this.#token;
  }

  get signInState(): SignInState {
    if (this.#token === null) return SIGN_IN_STATES.OUT;
    if (this.#chat.isRefused) return SIGN_IN_STATES.REFUSED;
    return this.#chat.user === null ? SIGN_IN_STATES.WAITING : SIGN_IN_STATES.IN;
  }

  get connected(): boolean {
    return this.#chat.isConnected;
  }

  get serviceAddress(): string | null {
    return this.#gateway?.remoteAddress ?? null;
  }

  get lastFrameAt(): number | null {
    return this.#gateway?.lastFrameAt ?? null;
  }

  get reportsApplicationChanges(): boolean {
    return this.#chat.reportsApplicationChanges && this.#gateway?.isPaused === false;
  }

  caughtUp(ms: number): Promise<void> {
    return this.#chat.waitUntilComplete(ms);
  }

  isAwaited(guildId: Snowflake): boolean {
    return this.#chat.awaited.has(guildId);
  }

  async signIn(token: string): Promise<User> {
    return this.#beginAs(await this.#ownerOf(token), token);
  }

  async #ownerOf(token: string): Promise<User> {
    return decodeUser(await this.#rest.request('GET', '/users/@me', { authorization: token }));
  }

  async #beginAs(user: User, token: string): Promise<User> {
    // Another person may have signed in meanwhile.
    while (this.#gateway !== null) await this.#disconnect();
    this.#chat.connectionChanged(false);
    this.#token = token;
    this.#chat.signIn(user);
    this.#connect(token);
    return user;
  }

  async signInAsGuest(username: string, applicationId: Snowflake): Promise<User> {
    this.#requireNobody();
    if (this.#guest === null) {
      const user = this.#becomeGuest(username, applicationId).finally(() => {
        this.#guest = null;
      });
      this.#guest = { username, applicationId, user };
    }
    const { user, ...pending } = this.#guest;
    // The person agreed to a guest of another name, or of another application.
    if (pending.username !== username || pending.applicationId !== applicationId) throw signedInMeanwhile();
    return user;
  }

  async application(id: Snowflake): Promise<ApplicationWithApproval | null> {
    // With the person's token, so that anonymous callers cannot use up the quota.
    const path = `/oauth2/applications/${id}/rpc`;
    const found = await this.#rest.requestUnless(404, 'GET', path, { authorization: this.#token });
    return found === null ? null : toListedApplication(decodeApplication(found));
  }

  applicationIcon(id: Snowflake, hash: string): Promise<Buffer | null> {
    return fetchApplicationIcon(this.options.apiUrl, id, hash);
  }

  async checkAuthorization(applicationId: Snowflake, scopes: readonly Scope[]): Promise<Application> {
    return toPublicApplication((await this.#authorizations.preview(applicationId, scopes)).application);
  }

  applicationAccess(applicationId: Snowflake): Promise<ApplicationAccess> {
    return this.#authorizations.access(applicationId);
  }

  authorize(applicationId: Snowflake, scopes: readonly Scope[], rpcToken?: string): Promise<string> {
    return this.#authorizations.authorize(applicationId, scopes, rpcToken);
  }

  authorizeOnce(applicationId: Snowflake, scopes: readonly Scope[]): Promise<OnceAuthorization> {
    return this.#authorizations.authorizeOnce(applicationId, scopes);
  }

  authorization(accessToken: string): Promise<CurrentAuthorization | null> {
    return this.#authorizations.current(accessToken);
  }

  grants(): Promise<Grant[]> {
    return this.#authorizations.grants();
  }

  async revokeGrant(id: Snowflake): Promise<boolean> {
    const person = this.#token;
    const grant = await this.#authorizations.revoke(id);
    // At once, also while the gateway is away. The tokens of a grant for one connection are known to the service alone.
    if (grant !== null && grant.once !== true && person === this.#token) {
      this.#chat.events.emit('grantRevoked', { applicationId: grant.application.id, tokenHashes: null });
    }
    return grant !== null;
  }

  get selectedTextChannel(): Snowflake | null {
    return this.#chat.selectedTextChannel.id;
  }

  requestTextChannel(): (id: Snowflake | null) => boolean {
    return this.#chat.selectedTextChannel.request();
  }

  get voiceChannelId(): Snowflake | null {
    return this.#chat.ownVoiceChannel.id;
  }

  moveToVoiceChannel(channel: Channel | null): void {
    this.#voiceStates.move(channel);
  }

  rejoinVoiceChannel(): void {
    this.#voiceStates.rejoin();
  }

  showActivity(activity: Activity | null): void {
    this.#presence.show(activity);
  }

  showVoiceFlags(flags: VoiceFlags): void {
    this.#voiceStates.show(flags);
  }

  async messages(channelId: Snowflake, place: MessagePlace | null = null): Promise<Message[]> {
    const newestFirst = await this.#rest.request('GET', `/channels/${channelId}/messages`, {
      authorization: this.#token,
      replyBytes: MESSAGES_SHOWN * MAX_MESSAGE,
      query: { limit: String(MESSAGES_SHOWN), ...(place !== null && { [place.side]: place.id }) },
    });
    return decodeMessages(newestFirst).reverse();
  }

  request(method: string, path: string, body?: unknown): Promise<unknown> {
    const request = { authorization: this.#token, replyBytes: LIST_BYTES };
    return this.#rest.request(method, path, { ...request, ...(body !== undefined && { body }) });
  }

  async sendMessage(
    channelId: Snowflake,
    content: string,
    files: readonly SentFile[] = [],
  ): Promise<Message> {
    const body = files.length === 0 ? { body: { content } } : { message: { content, files } };
    const request = { authorization: this.#token, ...body };
    return decodeMessage(await this.#rest.request('POST', `/channels/${channelId}/messages`, request));
  }

  attachment(url: string, most: number): Promise<Buffer | null> {
    return fetchAttachment(this.options.apiUrl, url, most);
  }

  async #becomeGuest(username: string, applicationId: Snowflake): Promise<User> {
    const body = { username, client_id: applicationId };
    const guest = await this.#rest.request('POST', '/users/guests', { authorization: null, body });
    this.#requireNobody();
    const { token } = decodeGuest(guest);
    const user = await this.#ownerOf(token);
    this.#requireNobody();
    return this.#beginAs(user, token);
  }

  /** @throws {ServiceError} 409 if somebody is signed in */
  #requireNobody(): void {
    if (this.#token !== null) throw signedInMeanwhile();
  }

  #connect(token: string): void {
    if (this.#stopped) return;
    const { clock, log } = this.options;
    const options = { token, listener: this.#chat, clock, log };
    this.#gateway = new GatewayConnection({ url: () => this.#gatewayUrl(), ...options });
    this.#gateway.start();
  }

  async #disconnect(): Promise<void> {
    this.#voiceStates.cancel();
    const gateway = this.#gateway;
    await gateway?.stop();
    if (this.#gateway === gateway) this.#gateway = null;
  }

  async #gatewayUrl(): Promise<string> {
    const reply = await this.#rest.request('GET', '/gateway', { authorization: this.#token });
    return gatewayAddress(this.options.apiUrl, decodeGateway(reply).url);
  }
}

function signedInMeanwhile(): ServiceError {
  return new ServiceError('somebody signed in meanwhile', 409);
}
