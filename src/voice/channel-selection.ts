import type { ChatClient } from '../client/client.js';
import { findVoiceEntryRefusal } from '../client/voice-entry.js';
import type { Clock } from '../platform/clock.js';
import { combineUnsubscribes, Emitter, type Unsubscribe } from '../platform/events.js';
import type { Logger } from '../platform/log.js';
import { waitUntil } from '../platform/wait-until.js';
import type { Channel } from '../protocol/objects/channel.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { ChannelReturn } from './channel-return.js';
import { AlreadyInVoiceError, JoinTimedOutError, VoiceEntryError } from './errors.js';
import type { SelectOptions } from './voice.js';

/** How long the service may take to carry out a leave that it missed before, in milliseconds. */
const LEAVE_TIMEOUT_MS = 10_000;
/** How long it may take to bring the person back to their channel, in milliseconds. */
const RETURN_TIMEOUT_MS = 10_000;

/** A request that the service has not carried out yet; `channelId` null: to leave. */
interface Move {
  readonly channelId: Snowflake | null;
  readonly cancelTimer: () => void;
}

/**
 * Joins and leaves voice channels for the person, one request after another (docs/rpc.md, Voice channels). A pending
 * join counts as the channel the person is in.
 */
export class ChannelSelection {
  readonly #events: Emitter<{ settled: null }>;
  readonly #unsubscribe: Unsubscribe;
  readonly #return: ChannelReturn;
  /** requests that are not answered yet, oldest first */
  readonly #requests = new Set<{ readonly wanted: Snowflake | null }>();
  #move: Move | null = null;
  /** the person left while the service was unreachable, so it may not know */
  #leftUnconfirmed = false;

  constructor(
    private readonly client: ChatClient,
    private readonly clock: Clock,
    log: Logger,
  ) {
    this.#events = Emitter.logging(log, 'voice channels');
    const join = (channel: Channel) => this.#begin(channel, RETURN_TIMEOUT_MS);
    this.#return = new ChannelReturn({ client, clock, log, join });
    this.#unsubscribe = combineUnsubscribes([
      client.on('ownVoiceChannel', ({ channelId }) => this.#arrived(channelId)),
      client.on('connection', ({ connected }) => this.#connectionChanged(connected)),
    ]);
  }

  /**
   * Joins a voice channel, or (null) leaves the current one. Waits for the service up to `ms` milliseconds.
   *
   * @throws {AlreadyInVoiceError} without `force` if the person is in or joining another channel
   * @throws {VoiceEntryError} if the person may not join the channel, or it is full
   * @throws {JoinTimedOutError} if the service did not move the person in time
   */
  async select(channel: Channel | null, options: SelectOptions): Promise<void> {
    const wanted = channel?.id ?? null;
    const last = [...this.#requests].at(-1);
    requireFree(wanted, last === undefined ? this.#destination : last.wanted, options);
    const request = { wanted };
    this.#requests.add(request);
    this.#return.cancel();
    try {
      await this.#carryOut(channel, options);
    } finally {
      this.#requests.delete(request);
    }
  }

  stop(): void {
    this.#unsubscribe();
    this.#return.stop();
    this.#settle();
  }

  /** the channel where the person is, or will be after the pending move */
  get #destination(): Snowflake | null {
    return this.#move === null ? this.client.voiceChannelId : this.#move.channelId;
  }

  async #carryOut(channel: Channel | null, options: SelectOptions): Promise<void> {
    const endsAt = this.clock.now() + options.ms;
    const wanted = channel?.id ?? null;
    const isReady = () =>
      this.#isConnectedFor(wanted) && (this.#move === null || this.#move.channelId === wanted);
    while (!isReady()) {
      await this.#waitFor(isReady, endsAt, options.signal);
      // An earlier leave may have failed.
      if (isReady()) requireFree(wanted, this.#destination, options);
    }
    if (wanted === null && !this.client.connected) {
      this.#leftUnconfirmed = true;
      return;
    }
    if (this.#move === null) {
      if (this.client.voiceChannelId === wanted) return;
      if (channel !== null) this.#requireEntry(channel);
      this.#begin(channel, endsAt - this.clock.now());
    }
    await this.#waitFor(() => this.client.voiceChannelId === wanted, endsAt, options.signal);
  }

  /** Leaving needs no connection: without one the person is in no channel. */
  #isConnectedFor(wanted: Snowflake | null): boolean {
    return wanted === null || this.client.connected;
  }

  #requireEntry(channel: Channel): void {
    const { state, user } = this.client;
    const guild = channel.guild_id === undefined ? undefined : state.guild(channel.guild_id);
    if (guild === undefined || user === null) return;
    const refusal = findVoiceEntryRefusal(guild, channel, user.id);
    if (refusal !== null) throw new VoiceEntryError(refusal);
  }

  #begin(channel: Channel | null, ms: number): void {
    const cancelTimer = this.clock.after(ms, () => this.#settle());
    this.#move = { channelId: channel?.id ?? null, cancelTimer };
    this.#leftUnconfirmed = channel === null;
    this.client.moveToVoiceChannel(channel);
  }

  #settle(): void {
    this.#move?.cancelTimer();
    this.#move = null;
    this.#events.emit('settled', null);
  }

  #arrived(channelId: Snowflake | null): void {
    if (this.client.connected && channelId === null) this.#leftUnconfirmed = false;
    if (this.#move?.channelId === channelId) this.#settle();
  }

  #connectionChanged(connected: boolean): void {
    // Pending requests are lost, or show when the session is resumed.
    if (!connected) this.#settle();
    if (!connected || !this.#leftUnconfirmed) return;
    // A resumed session may put the person back into the channel that they left meanwhile.
    if (this.client.voiceChannelId === null) this.#leftUnconfirmed = false;
    else this.#begin(null, LEAVE_TIMEOUT_MS);
  }

  /** @throws {JoinTimedOutError} */
  async #waitFor(isTrue: () => boolean, endsAt: number, signal: AbortSignal): Promise<void> {
    if (isTrue()) return;
    const found = await waitUntil({
      look: () => (isTrue() ? true : undefined),
      listen: (again) => [
        this.#events.on('settled', again),
        this.client.on('ownVoiceChannel', again),
        this.client.on('connection', again),
      ],
      clock: this.clock,
      ms: Math.max(0, endsAt - this.clock.now()),
      signal,
    });
    if (found === null) throw new JoinTimedOutError();
  }
}

/** @throws {AlreadyInVoiceError} */
function requireFree(wanted: Snowflake | null, occupied: Snowflake | null, { force }: SelectOptions): void {
  if (!force && wanted !== null && occupied !== null && occupied !== wanted) throw new AlreadyInVoiceError();
}
