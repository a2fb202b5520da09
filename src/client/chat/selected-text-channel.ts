import type { Snowflake } from '../../protocol/snowflake.js';
import type { ChatState } from './state.js';

export interface SelectedTextChannelOptions {
  readonly state: Pick<ChatState, 'channel'>;
  /** whether everything that the service announced has arrived: until then a channel may still arrive */
  readonly isComplete: () => boolean;
}

/**
 * The selected text channel (docs/rpc.md, Visible channels). A channel that becomes invisible is deselected permanently.
 */
export class SelectedTextChannel {
  #id: Snowflake | null = null;
  /** counts the requests */
  #latest = 0;
  /** the latest request that was carried out */
  #carriedOut = 0;

  constructor(private readonly options: SelectedTextChannelOptions) {}

  /** also null while the channel is not in view */
  get id(): Snowflake | null {
    return this.#id !== null && this.options.state.channel(this.#id) !== undefined ? this.#id : null;
  }

  select(id: Snowflake | null): void {
    this.request()(id);
  }

  /** Starts a request for a channel that may still have to arrive. @returns selects it, unless a later request was first */
  request(): (id: Snowflake | null) => boolean {
    this.#latest += 1;
    const request = this.#latest;
    return (id) => {
      if (request < this.#carriedOut) return false;
      this.#carriedOut = request;
      this.#id = id;
      return true;
    };
  }

  /** Must be called after every change that may take channels out of view. */
  review(): void {
    if (this.#id !== null && this.id === null && this.options.isComplete()) this.#id = null;
  }
}
