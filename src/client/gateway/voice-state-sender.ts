import { TokenBucket } from '../../platform/async/token-bucket.js';
import type { Clock } from '../../platform/clock.js';
import type { VoiceStateUpdate } from '../../protocol/gateway/commands.js';
import type { Channel } from '../../protocol/objects/channel.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { VoiceFlags } from '../client.js';

/**
 * Voice states per minute, with the same burst: services close connections that send more than 120 payloads in a minute
 * with 4008 (docs/gateway.md, Limits).
 */
const PER_MINUTE = 60;
const BURST = 20;

/** How long the service may take to carry out a move; it does not say that it refused one. In milliseconds. */
const MOVE_TIMEOUT_MS = 10_000;

export interface VoiceStateSenderOptions {
  readonly clock: Clock;
  /** the person's voice channel; null if none */
  current(): { readonly guildId: Snowflake; readonly channelId: Snowflake } | null;
  send(payload: VoiceStateUpdate): void;
}

/**
 * Sends the person's voice state (op 4), at once or when the rate limit allows; of several pending states only the
 * last. Flags wait for a move that the service has not carried out: every payload names a channel, and the former one
 * would undo the move.
 */
export class VoiceStateSender {
  readonly #bucket: TokenBucket;
  #flags: VoiceFlags = { selfMute: false, selfDeaf: false };
  /** the flags that the service was sent last; null: it may have missed them */
  #sentFlags: VoiceFlags | null = this.#flags;
  /** a move that is not sent yet */
  #move: { readonly to: Channel | null } | null = null;
  /** where the move leads that was sent last; null: out of voice */
  #destination: Snowflake | null = null;
  /** the guild of the payload that was sent last: a move that it asks for may still be ended */
  #guildId: Snowflake | undefined;
  /** ends the wait for that move; null: it was carried out, or is no longer waited for */
  #cancelMoveTimer: (() => void) | null = null;
  #cancelTimer: (() => void) | null = null;

  constructor(private readonly options: VoiceStateSenderOptions) {
    this.#bucket = new TokenBucket(PER_MINUTE / 60, BURST, () => options.clock.now());
  }

  /** Moves the person to a voice channel, or (null) out of theirs. */
  move(to: Channel | null): void {
    this.#move = { to };
    this.#request();
  }

  /** Sends the state once more, so that the service sends another token; a move, which brings one, is not undone. */
  rejoin(): void {
    this.#sentFlags = null;
    this.#requestForFlags();
  }

  /** Sets the mute and deaf flags that others see. */
  show(flags: VoiceFlags): void {
    this.#flags = flags;
    this.#requestForFlags();
  }

  /**
   * Must be called when the person's voice channel changed, also by a connection that is lost or restored. Where somebody
   * else, or another client of the person, moved them, nothing is sent.
   */
  channelChanged(): void {
    const channelId = this.options.current()?.channelId ?? null;
    if (channelId === this.#destination) this.#settle();
    else if (channelId === null) this.#sentFlags = null;
  }

  /** Drops the pending state: the connection has ended, and on another one the person may have left. */
  cancel(): void {
    this.#move = null;
    this.#guildId = undefined;
    this.#cancelMoveTimer?.();
    this.#cancelMoveTimer = null;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  get #hasNewFlags(): boolean {
    const { selfMute, selfDeaf } = this.#flags;
    return this.#sentFlags?.selfMute !== selfMute || this.#sentFlags.selfDeaf !== selfDeaf;
  }

  #requestForFlags(): void {
    if (this.#move !== null || this.#cancelMoveTimer !== null) return;
    if (this.#hasNewFlags && this.options.current() !== null) this.#request();
  }

  #request(): void {
    if (this.#cancelTimer !== null) return;
    if (this.#bucket.take()) {
      this.#send();
      return;
    }
    this.#cancelTimer = this.options.clock.after(this.#bucket.wait * 1000, () => {
      this.#cancelTimer = null;
      this.#request();
    });
  }

  #send(): void {
    const current = this.options.current();
    const move = this.#move;
    this.#move = null;
    const guildId = move?.to?.guild_id ?? current?.guildId ?? this.#guildId;
    if (guildId === undefined) return;
    this.#guildId = guildId;
    const channelId = (move === null ? current?.channelId : move.to?.id) ?? null;
    if (move !== null) this.#destination = channelId;
    if (channelId !== (current?.channelId ?? null)) this.#awaitMove();
    this.#sentFlags = this.#flags;
    this.options.send({
      guild_id: guildId,
      channel_id: channelId,
      self_mute: this.#flags.selfMute,
      self_deaf: this.#flags.selfDeaf,
    });
  }

  #awaitMove(): void {
    this.#cancelMoveTimer?.();
    this.#cancelMoveTimer = this.options.clock.after(MOVE_TIMEOUT_MS, () => this.#settle());
  }

  /** The service carried out the move that was sent last, or does not. */
  #settle(): void {
    this.#cancelMoveTimer?.();
    this.#cancelMoveTimer = null;
    this.#requestForFlags();
  }
}
