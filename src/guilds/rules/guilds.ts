import { CHANNEL_TYPES, type ChannelType } from '../../protocol/objects/channel.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildPlace } from '../access.js';
import { guildActions } from '../audit-log/actions.js';
import type { GuildChange } from '../changes.js';
import { type Decision, type GuildSnapshot, snapshotOf } from '../events.js';
import { imageChanges, newImage } from '../image-changes.js';
import { NAME_LENGTHS, normalizeName } from '../names.js';
import { findVisible, requireChannelPermission } from '../permissions.js';
import { Refusal, refuseField } from '../refusal.js';
import { removeMembers } from '../removal.js';
import { type ContextAt, guildRule } from '../rule.js';
import type {
  Actor,
  ContentFilter,
  GuildChannel,
  GuildInvite,
  GuildMember,
  GuildSettings,
  GuildState,
  ImageInput,
  MessageNotifications,
  MfaLevel,
  RuleContext,
  VerificationLevel,
} from '../state.js';
import { requireRegion } from '../voice-regions.js';

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

/** Settings of a guild that only the administrator of the service may change; undefined leaves a field unchanged. */
export interface GuildConfiguration {
  readonly features?: readonly string[] | undefined;
  readonly mfaLevel?: MfaLevel | undefined;
  /** null removes it */
  readonly vanityUrlCode?: string | null | undefined;
}

/** Changes the features of a guild (docs/rest.md, Objects), its mfaLevel and its vanity url. */
export function configureGuild(
  guild: GuildState,
  input: GuildConfiguration,
  context: RuleContext,
): Decision<null> {
  const settings = {
    ...guild.settings,
    features: input.features ?? guild.settings.features,
    mfaLevel: input.mfaLevel ?? guild.settings.mfaLevel,
  };
  return {
    result: null,
    changes: [{ kind: 'settings', settings }, ...vanityChanges(guild, input.vanityUrlCode, context)],
    events: [{ type: 'guildUpdated', guild: snapshotOf(guild, settings) }],
  };
}

/** The guild's vanity url, if it has one. */
export function vanityOf(guild: GuildState): GuildInvite | undefined {
  return [...guild.invites.values()].find(({ vanity }) => vanity);
}

function vanityChanges(
  guild: GuildState,
  code: string | null | undefined,
  { now }: RuleContext,
): GuildChange[] {
  if (code === undefined) return [];
  const before = vanityOf(guild);
  const removal: GuildChange[] = before === undefined ? [] : [{ kind: 'invite-removed', code: before.code }];
  const channels = [...guild.channels.values()];
  const channel = channels.find(({ type }) => type === CHANNEL_TYPES.GUILD_TEXT) ?? channels[0];
  if (code === null || channel === undefined) return removal;
  const invite: GuildInvite = {
    code,
    channelId: channel.id,
    inviterId: null,
    uses: 0,
    maxUses: 0,
    maxAge: 0,
    temporary: false,
    vanity: true,
    createdAt: now,
  };
  return [...removal, { kind: 'invite', invite }];
}

/** Deletes a guild (docs/rest.md, Delete guild). @throws {Refusal} */
export const deleteGuild = guildRule({
  permission: null,
  decide({ guild, actor }): Decision<null> {
    if (guild.settings.ownerId !== actor.userId) throw new Refusal('MISSING_PERMISSIONS');
    return {
      result: null,
      changes: [
        { kind: 'guild-removed' },
        ...imageChanges('icons', guild.settings.icon, null),
        ...imageChanges('splashes', guild.settings.splash, null),
      ],
      events: [{ type: 'guildDeleted' }],
    };
  },
});

/** Leaves a guild (docs/rest.md, users); its owner may not. @throws {Refusal} */
export const leaveGuild = guildRule({
  permission: null,
  decide({ guild, actor, member }): Decision<null> {
    if (guild.settings.ownerId === actor.userId) throw new Refusal('MISSING_PERMISSIONS');
    return { result: null, ...removeMembers(guild, [member]) };
  },
});

/** The embed settings of a guild: whether it is enabled, and the channel of its invite. */
export interface GuildEmbed {
  readonly enabled: boolean;
  readonly channelId: Snowflake | null;
}

/** The changes of the embed; undefined leaves a field unchanged. */
export type ModifiedEmbed = { readonly [Field in keyof GuildEmbed]: GuildEmbed[Field] | undefined };

/** Changes the embed (docs/rest.md, Modify guild embed). @throws {Refusal} */
export const modifyEmbed = guildRule({
  permission: 'MANAGE_GUILD',
  decide({ guild, member }, input: ModifiedEmbed): Decision<GuildEmbed> {
    const before = embedOf(guild.settings);
    const enabled = input.enabled ?? before.enabled;
    const channelId = input.channelId === undefined ? before.channelId : input.channelId;
    // The embed may keep a channel that the member may not view.
    if (channelId !== null && channelId !== before.channelId) requireJoinable(guild, member, channelId);
    const settings: GuildSettings = {
      ...guild.settings,
      embedEnabled: enabled,
      embedChannelId: channelId,
      // The newer name of the same setting.
      widgetEnabled: enabled,
      widgetChannelId: channelId,
    };
    return {
      result: embedOf(settings),
      changes: [{ kind: 'settings', settings }],
      events: [],
      audit: guildActions(guild, settings),
    };
  },
});

/** @throws {Refusal} if the member may view no such channel, or it is a category, which cannot be joined */
function requireJoinable(guild: GuildState, member: GuildMember, channelId: Snowflake): void {
  const channel = findVisible(guild, member, channelId);
  if (channel !== undefined && channel.type !== CHANNEL_TYPES.GUILD_CATEGORY) return;
  throw refuseField(['channelId'], 'BASE_TYPE_CHOICES', 'This is no text or voice channel of the guild.');
}

/** The embed of a guild. */
export function embedOf({ embedEnabled, embedChannelId }: GuildSettings): GuildEmbed {
  return { enabled: embedEnabled, channelId: embedChannelId };
}
