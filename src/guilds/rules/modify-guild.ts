import { CHANNEL_TYPES, type ChannelType } from '../../protocol/objects/channel.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildPlace } from '../access.js';
import { guildActions } from '../audit-log/actions.js';
import { type Decision, type GuildSnapshot, snapshotOf } from '../events.js';
import { imageChanges, newImage } from '../image-changes.js';
import { NAME_LENGTHS, normalizeName } from '../names.js';
import { findVisible, requireChannelPermission } from '../permissions.js';
import { Refusal, refuseField } from '../refusal.js';
import { requireRegion } from '../require-region.js';
import { type ContextAt, guildRule } from '../rule.js';
import type {
  Actor,
  ContentFilter,
  GuildChannel,
  GuildSettings,
  GuildState,
  ImageInput,
  MessageNotifications,
  VerificationLevel,
} from '../state.js';

/** The changes of a guild; undefined leaves a field unchanged, null removes it. */
export interface ModifiedGuild {
  readonly name?: string | undefined;
  readonly region?: string | undefined;
  readonly verificationLevel?: VerificationLevel | undefined;
  readonly defaultMessageNotifications?: MessageNotifications | undefined;
  readonly explicitContentFilter?: ContentFilter | undefined;
  readonly afkChannelId?: Snowflake | null | undefined;
  readonly afkTimeout?: number | undefined;
  readonly icon?: ImageInput | null | undefined;
  readonly ownerId?: Snowflake | undefined;
  readonly splash?: ImageInput | null | undefined;
  readonly systemChannelId?: Snowflake | null | undefined;
}

/** Changes a guild's settings (docs/rest.md, Modify guild). @throws {Refusal} */
export const modifyGuild = guildRule({
  permission: 'MANAGE_GUILD',
  decide(context, input: ModifiedGuild): Decision<GuildSnapshot> {
    const { guild, actor } = context;
    requireRegion(input.region, guild.settings.features);
    const afkChannel = newChannel(context, input, 'afkChannelId', CHANNEL_TYPES.GUILD_VOICE);
    if (afkChannel !== null) requireChannelPermission(guild, actor, afkChannel, 'CONNECT');
    newChannel(context, input, 'systemChannelId', CHANNEL_TYPES.GUILD_TEXT);
    const icon = newImage('icon', guild.settings.icon, input.icon);
    const splash = newImage('splash', guild.settings.splash, input.splash);
    if (splash) requireSplashFeature(guild);
    if (input.ownerId !== undefined) requireTransfer(guild, actor, input.ownerId);
    const name =
      input.name === undefined ? undefined : normalizeName(input.name, NAME_LENGTHS.guild, ['name']);
    const settings = changedSettings(guild.settings, { ...input, name, icon, splash });
    const changed = snapshotOf(guild, settings);
    return {
      result: changed,
      changes: [
        { kind: 'settings', settings },
        ...imageChanges('icons', guild.settings.icon, icon),
        ...imageChanges('splashes', guild.settings.splash, splash),
      ],
      events: [{ type: 'guildUpdated', guild: changed }],
      audit: guildActions(guild, settings),
    };
  },
});

function changedSettings(settings: GuildSettings, { icon, splash, ...input }: ModifiedGuild): GuildSettings {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  return {
    ...settings,
    ...given,
    icon: icon === undefined ? settings.icon : (icon?.hash ?? null),
    splash: splash === undefined ? settings.splash : (splash?.hash ?? null),
  };
}

/**
 * The channel that a setting gets; null if it gets none, or keeps the one that it has, which the actor need not view.
 *
 * @throws {Refusal} if the actor may view no such channel
 */
function newChannel(
  { guild, member }: ContextAt<GuildPlace>,
  input: ModifiedGuild,
  field: 'afkChannelId' | 'systemChannelId',
  type: ChannelType,
): GuildChannel | null {
  const id = input[field] ?? null;
  if (id === null || id === guild.settings[field]) return null;
  const channel = findVisible(guild, member, id);
  if (channel?.type === type) return channel;
  const kind = type === CHANNEL_TYPES.GUILD_VOICE ? 'voice' : 'text';
  throw refuseField([field], 'BASE_TYPE_CHOICES', `This is no ${kind} channel of the guild.`);
}

/** Only VIP guilds may have a splash. */
function requireSplashFeature({ settings: { features } }: GuildState): void {
  if (features.includes('INVITE_SPLASH')) return;
  const message = 'This guild does not have the feature INVITE_SPLASH.';
  throw refuseField(['splash'], 'GUILD_FEATURE_REQUIRED', message);
}

function requireTransfer(guild: GuildState, actor: Actor, ownerId: Snowflake): void {
  if (actor.userId !== guild.settings.ownerId) throw new Refusal('MISSING_PERMISSIONS');
  if (guild.members.has(ownerId)) return;
  throw refuseField(['ownerId'], 'BASE_TYPE_CHOICES', 'This is no member of the guild.');
}
