import { findVoiceEntryRefusal } from '../client/chat/voice-entry.js';
import type { ChatClient } from '../client/client.js';
import { combineUnsubscribes, type Unsubscribe } from '../platform/async/events.js';
import { Deferred } from '../platform/async/promises.js';
import type { Clock } from '../platform/clock.js';
import type { Logger } from '../platform/log.js';
import type { Channel } from '../protocol/objects/channel.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { ChannelReturn } from './channel-return.js';
import { AlreadyInVoiceError, JoinTimedOutError, TooManySelectionsError, VoiceEntryError } from './errors.js';
import { type QueuedSelection, SelectionQueue } from './selection-queue.js';
import { UnwantedMove } from './unwanted-move.js';
import type { SelectingSession, SelectOptions } from './voice.js';

/** For moves that the client makes without a request; nobody waits for them. */
const UNREQUESTED = { ms: 10_000 };

interface Request extends QueuedSelection {
  readonly force: boolean;
  /** whether a request of the person ends it */
  readonly yields: boolean;
  /** where the person was when the service was first asked; undefined: it was not asked */
  from: Snowflake | null | undefined;
  /** whether the service was asked on the present connection */
  isAsked: boolean;
  /** answers it; has no effect if it was answered before */
  readonly answer: (error: Error | null) => void;
  /** removes its timer and listeners */
  release: Unsubscribe;
}

/**
 * Joins and leaves voice channels for the person, one request after another; the person's own requests end those of
 * applications (docs/rpc.md, Voice channels).
 */
export class ChannelSelection {
  readonly #unsubscribe: Unsubscribe;
  readonly #return: ChannelReturn;
  readonly #requests = new SelectionQueue<Request>();
  #isAdvancing = false;
  readonly #unwanted = new UnwantedMove();

  constructor(
    private readonly client: ChatClient,
    private readonly clock: Clock,
    log: Logger,
  ) {
    const join = (channel: Channel) =>
      this.#add(channel, { ...UNREQUESTED, force: false }, { yields: true, isFirst: false });
    this.#return = new ChannelReturn({ client, clock, log, join });
    this.#unsubscribe = combineUnsubscribes([
      client.on('ownVoiceChannel', ({ channelId }) => this.#arrived(channelId)),
      client.on('connection', ({ connected }) => this.#connectionChanged(connected)),
      client.on('guildCreate', () => this.#advance()),
      client.on('guildDelete', () => this.#advance()),
      client.on('signIn', () => this.#endAll()),
    ]);
  }

  /**
   * Joins a voice channel, or (null) leaves the current one, after all earlier requests. A request of the person ends those of
   * applications first. Waits for the service up to `ms` milliseconds; a join that it has not carried out by then is withdrawn.
   *
   * @param channel a promise: a channel that has not arrived yet; a later request that is carried out first ends the wait
   * @returns the channel
   * @throws {AlreadyInVoiceError} without `force` if the person is in another channel
   * @throws {VoiceEntryError} if the person may not join the channel, or it is full
   * @throws {JoinTimedOutError} if the service did not move the person in time, or a later request was carried out
   * @throws {TooManySelectionsError} if as many requests of the connection are pending as it may have
   */
  select(channel: Channel | null | Promise<Channel>, options: SelectOptions): Promise<Channel | null> {
    const isOwn = options.session === undefined;
    if (isOwn) this.#endYielding();
    return this.#add(channel, options, { yields: !isOwn, isFirst: false });
  }

  stop(): void {
    this.#unsubscribe();
    this.#return.stop();
    this.#endAll();
  }

  async #add(
    channel: Channel | null | Promise<Channel>,
    { force, ms, signal, session }: SelectOptions,
    { yields, isFirst }: { readonly yields: boolean; readonly isFirst: boolean },
  ): Promise<Channel | null> {
    // It may be rejected when nothing waits for it.
    if (channel instanceof Promise) channel.catch(() => undefined);
    if (signal?.aborted) throw new JoinTimedOutError();
    const answered = new Deferred<Channel | null>();
    const request: Request = {
      channel: channel instanceof Promise ? undefined : channel,
      force,
      sessionId: session?.id,
      yields,
      refusal: session === undefined ? null : this.#findExcess(session),
      from: undefined,
      isAsked: false,
      answer: (error) =>
        error === null ? answered.resolve(request.channel ?? null) : answered.reject(error),
      release: () => {},
    };
    const cancelTimer = this.clock.after(ms, () => this.#fail(request, new JoinTimedOutError()));
    const abandon = () => this.#abandon(request);
    signal?.addEventListener('abort', abandon, { once: true });
    request.release = () => {
      cancelTimer();
      signal?.removeEventListener('abort', abandon);
    };
    this.#requests.add(request, isFirst);
    if (channel instanceof Promise) {
      channel.then(
        (arrived) => {
          this.#requests.arrived(request, arrived);
          this.#advance();
        },
        (error: Error) => this.#fail(request, error),
      );
    }
    this.#advance();
    return answered.promise;
  }

  #findExcess({ id, most }: SelectingSession): Error | null {
    return this.#requests.countOf(id) < most ? null : new TooManySelectionsError(most);
  }

  /** Ends the requests of applications, in their order: the person has decided otherwise. */
  #endYielding(): void {
    // Withdrawing one may move the person, which must not carry out the next.
    const wasAdvancing = this.#isAdvancing;
    this.#isAdvancing = true;
    try {
      for (const request of this.#requests)
        if (request.yields) this.#end(request, request.refusal ?? new JoinTimedOutError());
    } finally {
      this.#isAdvancing = wasAdvancing;
    }
  }

  /** Carries out requests until one must wait. */
  #advance(): void {
    // A request may be carried out while it is being sent.
    if (this.#isAdvancing) return;
    this.#isAdvancing = true;
    try {
      do this.#endVoid();
      while (this.#carryOutFirst());
    } finally {
      this.#isAdvancing = false;
    }
  }

  /**
   * Ends requests before one that can be carried out now: those whose channel has not arrived and, without a connection, all
   * before a leave, which needs none.
   */
  #endVoid(): void {
    for (const request of this.#requests.beforeReady(this.client.connected))
      this.#end(request, request.refusal ?? new JoinTimedOutError());
  }

  /** @returns whether the first request has ended */
  #carryOutFirst(): boolean {
    const request = this.#requests.first;
    if (request === undefined) return false;
    if (request.refusal !== null) return this.#end(request, request.refusal);
    if (request.channel === undefined) return false;
    const { channel } = request;
    if (channel === null) this.#return.cancel();
    if (!this.client.connected) {
      if (channel !== null) return false;
      // Without a connection the person is in no channel, but the service may not know.
      this.#unwanted.leave();
      return this.#end(request, null);
    }
    // Guilds of a new session arrive one after another; until then their voice states are unknown.
    const guildId = channel?.guild_id;
    if (guildId !== undefined && this.client.state.guild(guildId) === undefined) {
      return !this.client.isAwaited(guildId) && this.#end(request, new VoiceEntryError('invisible'));
    }
    const wanted = channel?.id ?? null;
    if (this.#settledChannelId !== wanted && !request.isAsked) {
      const refusal = this.#findRefusal(channel, request.force);
      if (refusal !== null) return this.#end(request, refusal);
      this.#ask(request, channel);
    }
    return this.client.voiceChannelId === wanted && this.#end(request, null);
  }

  /** the channel where the person is, or is moved back to because a join was withdrawn */
  get #settledChannelId(): Snowflake | null {
    return this.#unwanted.settledChannelId(this.client.voiceChannelId);
  }

  #findRefusal(channel: Channel | null, force: boolean): Error | null {
    if (channel === null) return null;
    if (!force && this.#settledChannelId !== null) return new AlreadyInVoiceError();
    const { state, user } = this.client;
    const guild = channel.guild_id === undefined ? undefined : state.guild(channel.guild_id);
    if (guild === undefined || user === null) return null;
    const refusal = findVoiceEntryRefusal(guild, channel, user.id);
    return refusal === null ? null : new VoiceEntryError(refusal);
  }

  #ask(request: Request, channel: Channel | null): void {
    if (request.from === undefined) request.from = this.#settledChannelId;
    request.isAsked = true;
    if (channel === null) this.#unwanted.leave();
    else this.#unwanted.forget();
    this.client.moveToVoiceChannel(channel);
  }

  #fail(request: Request, error: Error): void {
    this.#end(request, error);
    this.#advance();
  }

  /** Its connection has closed. What the service was asked for is carried out, and the next request waits for it. */
  #abandon(request: Request): void {
    if (request.from === undefined) this.#fail(request, new JoinTimedOutError());
    else request.answer(new JoinTimedOutError());
  }

  #end(request: Request, error: Error | null): true {
    if (!this.#requests.delete(request)) return true;
    request.release();
    if (error !== null && request.from !== undefined && request.channel) {
      this.#withdraw(request.channel, request.from);
    }
    request.answer(error);
    return true;
  }

  /** Services carry out moves in the order of their arrival, so the person is in the channel for a moment at most. */
  #withdraw(channel: Channel, from: Snowflake | null): void {
    const { client } = this;
    const stayIn = client.connected ? this.#settledChannelId : from;
    const back = stayIn === null ? null : (client.state.channel(stayIn) ?? null);
    this.#unwanted.withdraw(channel.id, back, client.voiceChannelId);
    if (client.connected) client.moveToVoiceChannel(back);
  }

  #arrived(channelId: Snowflake | null): void {
    if (this.client.connected) this.#unwanted.arrived(channelId);
    this.#advance();
  }

  #connectionChanged(connected: boolean): void {
    // What was sent may be lost, or shows when the session is resumed.
    for (const request of this.#requests) request.isAsked = false;
    if (connected) this.#undoMissed();
    this.#advance();
  }

  /** A resumed session may put the person where they should no longer be. */
  #undoMissed(): void {
    const back = this.#unwanted.takeMissed(this.client.voiceChannelId);
    if (back === undefined) return;
    const options = { ...UNREQUESTED, force: true };
    // Nobody waits for it: if the service does not carry it out, there is nothing else to try.
    this.#add(back, options, { yields: false, isFirst: true }).catch(() => {});
  }

  #endAll(): void {
    this.#unwanted.forget();
    for (const request of this.#requests) {
      this.#requests.delete(request);
      request.release();
      request.answer(new JoinTimedOutError());
    }
  }
}
