import type { Static } from 'typebox';
import { ALL_PERMISSIONS } from '../../protocol/permissions.js';
import type { AuthorizeParameters } from '../../protocol/rest/oauth2-bodies.js';
import { isSnowflake, type Snowflake } from '../../protocol/snowflake.js';
import { OAuth2Error } from '../core/oauth2-error.js';

type Parameters = Static<typeof AuthorizeParameters>;

/** The parameters of the scope `bot`. */
export interface BotRequest {
  /** bits of `PERMISSIONS` */
  readonly permissions: number;
  /** the guild that the bot joins; null if the person chooses one */
  readonly guildId: Snowflake | null;
  /** whether the person cannot choose another guild */
  readonly isGuildFixed: boolean;
}

/**
 * Whether a request only adds a bot: it returns no code and no token, so it needs no response_type and no redirect_uri
 * (docs/rest.md, Adding a bot).
 */
export function isBotOnly({ response_type, scope }: Parameters): boolean {
  return response_type === undefined && scope?.trim() === 'bot';
}

/** Reads `permissions`, `guild_id` and `disable_guild_select`. @throws {OAuth2Error} invalid_request */
export function readBotRequest(parameters: Parameters): BotRequest {
  const { permissions = '0', guild_id: guildId = null, disable_guild_select: fixed = 'false' } = parameters;
  if (guildId !== null && !isSnowflake(guildId))
    throw new OAuth2Error('invalid_request', 'guild_id is no id');
  if (fixed !== 'true' && fixed !== 'false') {
    throw new OAuth2Error('invalid_request', 'disable_guild_select is true or false');
  }
  const isGuildFixed = fixed === 'true';
  if (isGuildFixed && guildId === null) {
    throw new OAuth2Error('invalid_request', 'disable_guild_select needs a guild_id');
  }
  return { permissions: readPermissions(permissions), guildId, isGuildFixed };
}

function readPermissions(text: string): number {
  const bits = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  // Bitwise operators would drop bits above 31.
  if (!(bits <= ALL_PERMISSIONS) || bits & ~ALL_PERMISSIONS) {
    throw new OAuth2Error('invalid_request', 'permissions are the decimal sum of known permission bits');
  }
  return bits;
}
