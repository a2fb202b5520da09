import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import type { MFA_LEVELS } from '../../protocol/objects/guild.js';
import type { GuildChange } from '../changes.js';
import type { Decision } from '../events.js';
import type { GuildInvite, GuildState, Tools } from '../state.js';
import { guildToWire } from '../wire.js';

/** What only who runs the service decides of a guild; undefined leaves as it is. */
export interface GuildConfiguration {
  readonly features?: readonly string[] | undefined;
  readonly mfa_level?: (typeof MFA_LEVELS)[keyof typeof MFA_LEVELS] | undefined;
  /** null takes it away */
  readonly vanity_url_code?: string | null | undefined;
}

/** Decides the features of a guild (rest-facts.md, Objects: Features), its mfa_level and its vanity url. */
export function configureGuild(guild: GuildState, input: GuildConfiguration, tools: Tools): Decision<null> {
  const settings = {
    ...guild.settings,
    features: input.features ?? guild.settings.features,
    mfa_level: input.mfa_level ?? guild.settings.mfa_level,
  };
  return {
    result: null,
    changes: [{ kind: 'settings', settings }, ...vanityChanges(guild, input.vanity_url_code, tools)],
    events: [
      { name: 'GUILD_UPDATE', data: guildToWire({ ...guild, settings }), audience: { kind: 'guild' } },
    ],
  };
}

/** The guild's vanity url, if it has one. */
export function vanityOf(guild: GuildState): GuildInvite | undefined {
  return [...guild.invites.values()].find(({ vanity }) => vanity);
}

function vanityChanges(guild: GuildState, code: string | null | undefined, { now }: Tools): GuildChange[] {
  if (code === undefined) return [];
  const before = vanityOf(guild);
  const removal: GuildChange[] =
    before === undefined ? [] : [{ kind: 'invite-removed', code: before.code, isOver: false }];
  const channels = [...guild.channels.values()];
  const channel = channels.find(({ type }) => type === CHANNEL_TYPES.GUILD_TEXT) ?? channels[0];
  if (code === null || channel === undefined) return removal;
  const invite: GuildInvite = {
    code,
    channel_id: channel.id,
    inviter_id: null,
    uses: 0,
    max_uses: 0,
    max_age: 0,
    temporary: false,
    vanity: true,
    created_at: now,
  };
  return [...removal, { kind: 'invite', invite }];
}
