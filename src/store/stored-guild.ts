import type { GuildState } from '../guilds/state.js';
import type { Account } from './accounts.js';

/** A guild as it is stored, without voice states. */
export interface StoredGuild {
  /** lists are ordered by id, invites by creation; `lastMessageId` is the newest stored message */
  readonly state: Omit<GuildState, 'users' | 'revision'>;
  /** the existing accounts of its members, and of the creators of its invites and integrations */
  readonly accounts: readonly Account[];
}
