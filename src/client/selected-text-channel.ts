import type { Snowflake } from '../protocol/snowflake.js';
import type { ChatState } from './state.js';

export interface SelectedTextChannelOptions {
  readonly state: Pick<ChatState, 'channel'>;
  /** whether everything that the service announced has arrived: until then a channel may only be late */
  readonly isComplete: () => boolean;
}

/**
 * The text channel the person looks at (docs/rpc.md, Channels in view). A channel that goes out of view is not selected
 * any more, also when it comes back.
 */
export class SelectedTextChannel {
  #id: Snowflake | null = null;

  constructor(private readonly options: SelectedTextChannelOptions) {}

  /** null also while the channel is not in view */
  get id(): Snowflake | null {
    return this.#id !== null && this.options.state.channel(this.#id) !== undefined ? this.#id : null;
  }

  select(id: Snowflake | null): void {
    this.#id = id;
  }

  /** Has to be called after everything that may take channels out of view. */
  review(): void {
    if (this.#id !== null && this.id === null && this.options.isComplete()) this.#id = null;
  }
}
