import { changeBySession } from '../../api/gateway/local-session-changes.js';
import { decodeSessionChange } from '../../api/gateway/session-change.js';
import type { GuildChanges } from '../../api/guilds/guild-changes.js';
import type { GuildRegistry } from '../../api/guilds/guild-registry.js';
import { Refusal } from '../../guilds/refusal.js';
import type { GuildRequest } from '../requests/guild-request.js';

/** Makes the changes that sessions of any node ask for in guilds that this node owns. */
export class OwnedSessionChanges {
  constructor(
    private readonly guilds: Pick<GuildRegistry, 'get'>,
    private readonly changes: Pick<GuildChanges, 'change'>,
  ) {}

  /**
   * @returns an empty reply: the gateway has none
   * @throws {StoreError} it was not stored
   */
  async carryOut({ guildId, text }: Pick<GuildRequest, 'guildId' | 'text'>): Promise<string> {
    const change = decodeSessionChange(text);
    const guild = await this.guilds.get(guildId);
    if (guild === null || change === null) return '';
    try {
      await changeBySession(this.changes, guild, change);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    return '';
  }
}
