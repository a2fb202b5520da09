import type { Clock } from '../platform/clock.js';
import { TokenBucket } from '../platform/token-bucket.js';
import type { VoiceStateUpdate } from '../protocol/gateway/commands.js';
import type { Channel } from '../protocol/objects/channel.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { VoiceFlags } from './client.js';

/**
 * Voice states per minute, with the same burst: services close connections that send more than 120 payloads in a minute
 * with 4008 (docs/gateway.md, Limits).
 */
const PER_MINUTE = 60;
const BURST = 20;

export interface VoiceStateSenderOptions {
  readonly clock: Clock;
  /** the person's voice channel; null if none */
  current(): { readonly guildId: Snowflake; readonly channelId: Snowflake } | null;
  send(payload: VoiceStateUpdate): void;
}

/**
 * Sends the person's voice state (op 4), at once or when the rate limit allows; of several pending states only the
 * last.
 */
export class VoiceStateSender {
  readonly #bucket: TokenBucket;
  #flags: VoiceFlags = { selfMute: false, selfDeaf: false };
  /** a pending move */
  #move: { readonly to: Channel | null } | null = null;
  #cancelTimer: (() => void) | null = null;

  constructor(private readonly options: VoiceStateSenderOptions) {
    this.#bucket = new TokenBucket(PER_MINUTE / 60, BURST, () => options.clock.now());
  }

  /** Moves the person to a voice channel, or (null) out of theirs. */
  move(to: Channel | null): void {
    this.#move = { to };
    this.#request();
  }

  /** Sets the mute and deaf flags that others see. */
  show(flags: VoiceFlags): void {
    if (flags.selfMute === this.#flags.selfMute && flags.selfDeaf === this.#flags.selfDeaf) return;
    this.#flags = flags;
    if (this.#move !== null || this.options.current() !== null) this.#request();
  }

  /** Drops the pending state. */
  cancel(): void {
    this.#move = null;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
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
    const guildId = move?.to?.guild_id ?? current?.guildId;
    if (guildId === undefined) return;
    this.options.send({
      guild_id: guildId,
      channel_id: (move === null ? current?.channelId : move.to?.id) ?? null,
      self_mute: this.#flags.selfMute,
      self_deaf: this.#flags.selfDeaf,
    });
  }
}
