import type { Snowflake } from '../../protocol/snowflake.js';
import { StoreError } from '../../store/errors.js';

/** Another node owns a guild; its requests go there. */
export class HeldElsewhereError extends StoreError {
  override readonly name = 'HeldElsewhereError';

  /** @param remainingMs how long its lease lasts at least, in milliseconds */
  constructor(
    guildId: Snowflake,
    readonly node: string,
    readonly remainingMs: number,
  ) {
    super(`guild ${guildId} is owned by node ${node}`, 'HELD_ELSEWHERE');
  }
}
