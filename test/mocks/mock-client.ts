import { LiveChatState } from '#guildhall/client/chat/chat-state.js';
import { applyDispatch } from '#guildhall/client/chat/dispatch-table.js';
import { OwnVoiceChannel } from '#guildhall/client/chat/own-voice-channel.js';
import { SelectedTextChannel } from '#guildhall/client/chat/selected-text-channel.js';
import type {
  ApplicationAccess,
  ChatClient,
  ChatEvents,
  MessagePlace,
  OnceAuthorization,
  SentFile,
  SignInState,
  VoiceFlags,
} from '#guildhall/client/client.js';
import { ServiceError } from '#guildhall/client/service-error.js';
import { Emitter } from '#guildhall/platform/async/events.js';
import type {
  Application,
  ApplicationWithApproval,
  CurrentAuthorization,
  Grant,
} from '#guildhall/protocol/objects/application.js';
import type { Channel } from '#guildhall/protocol/objects/channel.js';
import type { GuildCreate } from '#guildhall/protocol/objects/guild.js';
import type { Message } from '#guildhall/protocol/objects/message.js';
import type { Activity } from '#guildhall/protocol/objects/presence.js';
import type { User } from '#guildhall/protocol/objects/user.js';
import type { Scope } from '#guildhall/protocol/scopes.js';
import { compareSnowflakes, type Snowflake } from '#guildhall/protocol/snowflake.js';

/** A chat client without a service: the test sets its state and the service's answers. */
export class MockChatClient implements ChatClient {
  readonly state = new LiveChatState(() => this.user?.id ?? null);
  user: User | null = { id: '1', username: 'ada', discriminator: '0001', avatar: null };
  token: string | null = 'person';
  connected = true;
  signInState: SignInState = 'in';
  serviceAddress: string | null = '127.0.0.1';
  lastFrameAt: number | null = null;
  reportsApplicationChanges = false;
  readonly #selectedTextChannel = new SelectedTextChannel({ state: this.state, isComplete: () => true });
  readonly applications = new Map<Snowflake, ApplicationWithApproval>();
  /** how the person may use each application; `approved` by default */
  readonly accesses = new Map<Snowflake, ApplicationAccess>();
  readonly authorizations = new Map<string, CurrentAuthorization>();
  readonly messagesOf = new Map<Snowflake, Message[]>();
  readonly granted: Grant[] = [];
  /** the error of the next authorization; null: none */
  refusal: ServiceError | null = null;
  /** issued codes, with their requests */
  readonly codes: { code: string; scopes: readonly Scope[]; rpcToken: string | null }[] = [];
  readonly #awaited = new Set<Snowflake>();
  readonly #events = new Emitter<ChatEvents>((error) => {
    throw error;
  });

  readonly #ownVoiceChannel = new OwnVoiceChannel({
    state: this.state,
    events: this.#events,
    me: () => this.user?.id ?? null,
    isConnected: () => this.connected,
  });

  on<Name extends keyof ChatEvents>(name: Name, listener: (event: ChatEvents[Name]) => void) {
    return this.#events.on(name, listener);
  }

  /** Receives a gateway event. */
  dispatch(name: string, data: unknown): void {
    const ownVoiceChannel = this.#ownVoiceChannel;
    const target = { state: this.state, events: this.#events, awaited: this.#awaited, ownVoiceChannel };
    applyDispatch(target, name, data);
  }

  /** Sets the state of the connection to the service. */
  setConnected(connected: boolean): void {
    this.connected = connected;
    this.#events.emit('connection', { connected });
    this.#ownVoiceChannel.review();
  }

  /** Connects to a service that knows nothing of the session before. @param guilds those that arrive */
  startNewSession(guilds: readonly GuildCreate[]): void {
    this.state.clear();
    for (const { id } of guilds) this.#awaited.add(id);
    this.#events.emit('newSession', {});
    this.setConnected(true);
    for (const guild of guilds) this.addGuild(guild);
  }

  /** Adds a guild as if at sign-in. */
  addGuild(guild: GuildCreate): void {
    this.#awaited.add(guild.id);
    this.dispatch('GUILD_CREATE', guild);
  }

  /** the requests of the person, oldest first, and what answers them; by default nothing */
  readonly requests: { method: string; path: string; body?: unknown }[] = [];
  answer: (method: string, path: string, body?: unknown) => unknown = () => null;

  async request(method: string, path: string, body?: unknown): Promise<unknown> {
    if (this.refusal !== null) throw this.refusal;
    this.requests.push({ method, path, ...(body !== undefined && { body }) });
    return this.answer(method, path, body);
  }

  async caughtUp(): Promise<void> {}

  isAwaited(guildId: Snowflake): boolean {
    return this.#awaited.has(guildId);
  }

  async signIn(token: string): Promise<User> {
    if (this.user === null) throw new ServiceError('401: Unauthorized', 401);
    this.token = token;
    this.#events.emit('signIn', { user: this.user });
    return this.user;
  }

  async signInAsGuest(username: string): Promise<User> {
    if (this.refusal !== null) throw this.refusal;
    this.user ??= { id: '77', username, discriminator: '0077', avatar: null };
    return this.signIn('guest');
  }

  async application(id: Snowflake): Promise<ApplicationWithApproval | null> {
    return this.applications.get(id) ?? null;
  }

  /** icons by hash */
  readonly icons = new Map<string, Buffer>();

  async applicationIcon(_id: Snowflake, hash: string): Promise<Buffer | null> {
    if (this.refusal !== null) throw this.refusal;
    return this.icons.get(hash) ?? null;
  }

  async checkAuthorization(id: Snowflake): Promise<Application> {
    const application = this.applications.get(id);
    if (this.refusal !== null) throw this.refusal;
    if (application === undefined) throw new ServiceError('Unknown Application', 404, 10002);
    return application;
  }

  async applicationAccess(id: Snowflake): Promise<ApplicationAccess> {
    return this.accesses.get(id) ?? 'approved';
  }

  async authorize(_id: Snowflake, scopes: readonly Scope[], rpcToken?: string): Promise<string> {
    if (this.refusal !== null) throw this.refusal;
    const code = `code-${this.codes.length + 1}`;
    this.codes.push({ code, scopes, rpcToken: rpcToken ?? null });
    return code;
  }

  /** grants for one connection that are not revoked yet */
  readonly onceGrants = new Set<Snowflake>();

  async authorizeOnce(id: Snowflake, scopes: readonly Scope[]): Promise<OnceAuthorization> {
    const code = await this.authorize(id, scopes);
    // Several may be issued at once.
    const grantId = String(900 + Number(code.slice('code-'.length)));
    this.onceGrants.add(grantId);
    return {
      code,
      grantId,
      revoke: async () => {
        if (this.refusal !== null) throw this.refusal;
        this.onceGrants.delete(grantId);
      },
    };
  }

  async authorization(accessToken: string): Promise<CurrentAuthorization | null> {
    return this.authorizations.get(accessToken) ?? null;
  }

  async grants(): Promise<Grant[]> {
    return this.granted;
  }

  /** the number of revocations that were not refused */
  revocations = 0;

  async revokeGrant(id: Snowflake): Promise<boolean> {
    if (this.refusal !== null) throw this.refusal;
    this.revocations += 1;
    const index = this.granted.findIndex((grant) => grant.id === id);
    this.onceGrants.delete(id);
    const [grant] = index === -1 ? [] : this.granted.splice(index, 1);
    if (grant === undefined) return false;
    // Those of a grant for one connection, which no token was made of.
    const tokenHashes = grant.once === true ? [] : null;
    this.#events.emit('grantRevoked', { applicationId: grant.application.id, tokenHashes });
    return true;
  }

  get selectedTextChannel(): Snowflake | null {
    return this.#selectedTextChannel.id;
  }

  requestTextChannel(): (id: Snowflake | null) => boolean {
    return this.#selectedTextChannel.request();
  }

  get voiceChannelId(): Snowflake | null {
    return this.#ownVoiceChannel.id;
  }

  /** requested moves, oldest first; by default they are carried out */
  readonly moves: (Snowflake | null)[] = [];
  answersMoves = true;

  moveToVoiceChannel(channel: Channel | null): void {
    this.moves.push(channel?.id ?? null);
    const before = this.voiceChannelId;
    const guildId = channel?.guild_id ?? (before === null ? undefined : this.state.channel(before)?.guild_id);
    if (this.answersMoves && this.user !== null) {
      this.dispatch('VOICE_STATE_UPDATE', {
        ...{ guild_id: guildId, channel_id: channel?.id ?? null, user_id: this.user.id, session_id: 'mock' },
        ...{ deaf: false, mute: false, self_deaf: false, self_mute: false, suppress: false },
      });
    }
  }

  rejoinVoiceChannel(): void {
    const channel = this.voiceChannelId === null ? undefined : this.state.channel(this.voiceChannelId);
    if (channel !== undefined) this.moveToVoiceChannel(channel);
  }

  /** the activities that were shown, the newest last */
  readonly shown: (Activity | null)[] = [];

  showActivity(activity: Activity | null): void {
    this.shown.push(activity);
  }

  readonly flags: VoiceFlags[] = [];

  showVoiceFlags(flags: VoiceFlags): void {
    this.flags.push(flags);
  }

  async messages(channelId: Snowflake, place: MessagePlace | null = null): Promise<Message[]> {
    if (this.refusal !== null) throw this.refusal;
    const all = this.messagesOf.get(channelId) ?? [];
    if (place === null) return all.slice(-50);
    if (place.side === 'after')
      return all.filter(({ id }) => compareSnowflakes(id, place.id) > 0).slice(0, 50);
    return all.filter(({ id }) => compareSnowflakes(id, place.id) < 0).slice(-50);
  }

  /** files by URL */
  readonly files = new Map<string, Buffer>();

  async attachment(url: string): Promise<Buffer | null> {
    return this.files.get(url) ?? null;
  }

  /** contents by channel, oldest first */
  readonly sent: { channelId: Snowflake; content: string; files?: readonly SentFile[] }[] = [];

  /** The message arrives as an event, too, like at a service. */
  async sendMessage(
    channelId: Snowflake,
    content: string,
    files: readonly SentFile[] = [],
  ): Promise<Message> {
    if (this.refusal !== null) throw this.refusal;
    const { user } = this;
    if (user === null) throw new ServiceError('401: Unauthorized', 401);
    this.sent.push({ channelId, content, ...(files.length > 0 && { files }) });
    const attachments = files.map(({ name, bytes }, index) => {
      const url = `http://127.0.0.1:6480/cdn/attachments/${channelId}/${index}/${name}`;
      this.files.set(url, bytes);
      return { id: `${6_000 + index}`, filename: name, size: bytes.length, url, proxy_url: url };
    });
    const message: Message = {
      ...{ id: String(5_000 + this.sent.length), channel_id: channelId, author: user, content },
      ...{ timestamp: '2026-01-02T03:04:05.000000+00:00', edited_timestamp: null, tts: false },
      ...{ mention_everyone: false, mentions: [], mention_roles: [], attachments, embeds: [] },
      ...{ pinned: false, type: 0 },
    };
    this.messagesOf.set(channelId, [...(this.messagesOf.get(channelId) ?? []), message]);
    this.dispatch('MESSAGE_CREATE', message);
    return message;
  }

  async stop(): Promise<void> {}
}
