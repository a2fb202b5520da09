import type { Role } from '../../protocol/objects/role.js';
import type { GuildChannel, GuildIntegration, GuildInvite, GuildMember, GuildSettings } from '../state.js';

/** The fields of each thing whose changes the audit log tells (the public documentation's Audit Log Change Key). */
export const AUDITED_FIELDS = {
  guild: [
    'name',
    'icon',
    'splash',
    'owner_id',
    'region',
    'afk_channel_id',
    'afk_timeout',
    'mfa_level',
    'verification_level',
    'explicit_content_filter',
    'default_message_notifications',
    'embed_enabled',
    'embed_channel_id',
    'widget_enabled',
    'widget_channel_id',
    'system_channel_id',
  ] satisfies (keyof GuildSettings)[],
  channel: [
    'name',
    'type',
    'topic',
    'position',
    'nsfw',
    'bitrate',
    'user_limit',
    'parent_id',
    'application_id',
  ] satisfies (keyof GuildChannel)[],
  role: ['name', 'color', 'hoist', 'mentionable', 'permissions', 'position'] satisfies (keyof Role)[],
  member: ['nick', 'deaf', 'mute'] satisfies (keyof GuildMember)[],
  invite: [
    'code',
    'channel_id',
    'inviter_id',
    'max_uses',
    'uses',
    'max_age',
    'temporary',
  ] satisfies (keyof GuildInvite)[],
  integration: [
    'type',
    'role_id',
    'enable_emoticons',
    'expire_behavior',
    'expire_grace_period',
  ] satisfies (keyof GuildIntegration)[],
} as const;
