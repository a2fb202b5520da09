import type { Channel } from '../protocol/objects/channel.js';
import type { Snowflake } from '../protocol/snowflake.js';

interface Undo {
  /** the channel that the person must not be in; null: any */
  readonly channelId: Snowflake | null;
  /** where they are moved instead; null: out of voice */
  readonly back: Channel | null;
  /** whether the service moved the person there on the present connection, so that it moves them back, too */
  readonly isSeen: boolean;
}

/** What the service may carry out although it is no longer wanted: a join that was given up, or what it did before a leave. */
export class UnwantedMove {
  #undo: Undo | null = null;

  /** The person leaves; the service may miss it. */
  leave(): void {
    this.#undo = { channelId: null, back: null, isSeen: false };
  }

  /** A join is withdrawn. @param current the channel the person is in */
  withdraw(channelId: Snowflake, back: Channel | null, current: Snowflake | null): void {
    this.#undo = { channelId, back, isSeen: current === channelId };
  }

  forget(): void {
    this.#undo = null;
  }

  /** where the person is when the service has carried out what it was sent. @param current the channel they are in */
  settledChannelId(current: Snowflake | null): Snowflake | null {
    const isWithdrawn = current !== null && current === this.#undo?.channelId;
    return isWithdrawn ? (this.#undo?.back?.id ?? null) : current;
  }

  /** The service moved the person, on the present connection. */
  arrived(channelId: Snowflake | null): void {
    const undo = this.#undo;
    if (undo === null) return;
    const isThere = channelId === undo.channelId;
    // A leave is done when the person is in none, a withdrawal when they were in the channel and are no longer.
    if (undo.channelId === null ? isThere : undo.isSeen && !isThere) this.#undo = null;
    else if (isThere) this.#undo = { ...undo, isSeen: true };
  }

  /** A session was resumed with the person in a channel. @returns where to move them; undefined: they may stay */
  takeMissed(channelId: Snowflake | null): Channel | null | undefined {
    const undo = this.#undo;
    this.#undo = null;
    if (undo === null || channelId === null) return undefined;
    return undo.channelId === null || undo.channelId === channelId ? undo.back : undefined;
  }
}
