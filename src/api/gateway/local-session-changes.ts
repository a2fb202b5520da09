import type { GuildState } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { decideSessionChange, type SessionChange } from '../cluster/session-change.js';
import type { GuildChanges } from '../guilds/guild-changes.js';
import type { SessionChanges } from './session-effects.js';
import { type WithGuildOptions, withGuild } from './with-guild.js';

export interface LocalSessionChangesOptions extends WithGuildOptions {
  readonly changes: Pick<GuildChanges, 'change'>;
}

/** Makes the changes in this process, which has all guilds. */
export class LocalSessionChanges implements SessionChanges {
  constructor(private readonly options: LocalSessionChangesOptions) {}

  make(guild: GuildState, change: SessionChange): Promise<void> {
    return changeBySession(this.options.changes, guild, change);
  }

  ensure(guildId: Snowflake, change: SessionChange, isDue: () => boolean | null = () => true): void {
    withGuild(this.options, guildId, (guild) => {
      // The guild may have been loaded meanwhile.
      if (isDue() === false) return;
      this.make(guild, change).catch((error: unknown) => {
        this.options.log.warn(
          { err: error, guild: guildId, change: change.kind },
          'failed to change a guild after a session ended or moved',
        );
        // Loading the guild again removes members whose session has ended.
        withGuild(this.options, guildId, () => undefined);
      });
    });
  }
}

/** Changes a guild of this process. @throws {Refusal | StoreError} */
export async function changeBySession(
  changes: Pick<GuildChanges, 'change'>,
  guild: GuildState,
  change: SessionChange,
): Promise<void> {
  await changes.change(guild, (now, context) => decideSessionChange(now, context, change));
}
