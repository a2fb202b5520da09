import { CHANNEL_TYPES, type ChannelType } from '../../protocol/objects/channel.js';
import type { Guild } from '../../protocol/objects/guild.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import { imageChanges } from '../image-changes.js';
import { NAME_LENGTHS, normalizeName } from '../names.js';
import { requireMember } from '../permissions.js';
import { Refusal, refuseField } from '../refusal.js';
import { requireRegion } from '../require-region.js';
import type { Actor, GuildImage, GuildSettings, GuildState } from '../state.js';
import { guildToWire } from '../wire.js';

/** What may be changed of a guild; undefined leaves as it is, null takes away. */
export interface ModifiedGuild {
  readonly name?: string | undefined;
  readonly region?: string | undefined;
  readonly verification_level?: Guild['verification_level'] | undefined;
  readonly default_message_notifications?: Guild['default_message_notifications'] | undefined;
  readonly explicit_content_filter?: Guild['explicit_content_filter'] | undefined;
  readonly afk_channel_id?: Snowflake | null | undefined;
  readonly afk_timeout?: number | undefined;
  readonly icon?: GuildImage | null | undefined;
  readonly owner_id?: Snowflake | undefined;
  readonly splash?: GuildImage | null | undefined;
  readonly system_channel_id?: Snowflake | null | undefined;
}

/** Changes a guild's settings (interface.md, Guild REST operations: Modify guild). @throws {Refusal} */
export function modifyGuild(guild: GuildState, actor: Actor, input: ModifiedGuild): Decision<Guild> {
  requireMember(guild, actor);
  requireRegion(input.region, guild.settings.features);
  requireChannel(guild, 'afk_channel_id', input.afk_channel_id, CHANNEL_TYPES.GUILD_VOICE);
  requireChannel(guild, 'system_channel_id', input.system_channel_id, CHANNEL_TYPES.GUILD_TEXT);
  if (input.splash) requireSplashFeature(guild);
  if (input.owner_id !== undefined) requireTransfer(guild, actor, input.owner_id);
  const name = input.name === undefined ? undefined : normalizeName(input.name, NAME_LENGTHS.guild, ['name']);
  const settings = changed(guild.settings, { ...input, name });
  const wire = guildToWire({ ...guild, settings });
  return {
    result: wire,
    changes: [
      { kind: 'settings', settings },
      ...imageChanges('icons', guild.settings.icon, input.icon),
      ...imageChanges('splashes', guild.settings.splash, input.splash),
    ],
    events: [{ name: 'GUILD_UPDATE', data: wire, audience: { kind: 'guild' } }],
  };
}

function changed(settings: GuildSettings, { icon, splash, ...input }: ModifiedGuild): GuildSettings {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  return {
    ...settings,
    ...given,
    icon: icon === undefined ? settings.icon : (icon?.hash ?? null),
    splash: splash === undefined ? settings.splash : (splash?.hash ?? null),
  };
}

function requireChannel(
  guild: GuildState,
  field: string,
  id: Snowflake | null | undefined,
  type: ChannelType,
): void {
  if (id === undefined || id === null || guild.channels.get(id)?.type === type) return;
  const kind = type === CHANNEL_TYPES.GUILD_VOICE ? 'voice' : 'text';
  throw refuseField([field], 'BASE_TYPE_CHOICES', `This is no ${kind} channel of the guild.`);
}

/** A splash is for VIP guilds only. */
function requireSplashFeature({ settings: { features } }: GuildState): void {
  if (features.includes('INVITE_SPLASH')) return;
  const message = 'This guild does not have the feature INVITE_SPLASH.';
  throw refuseField(['splash'], 'GUILD_FEATURE_REQUIRED', message);
}

function requireTransfer(guild: GuildState, actor: Actor, ownerId: Snowflake): void {
  if (actor.userId !== guild.settings.owner_id) throw new Refusal('MISSING_PERMISSIONS');
  if (guild.members.has(ownerId)) return;
  throw refuseField(['owner_id'], 'BASE_TYPE_CHOICES', 'This is no member of the guild.');
}
