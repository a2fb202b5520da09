/** Guild permission bits (docs/rest.md, OAuth2 tokens and codes; docs/rest.md, Permissions). */
export const PERMISSIONS = {
  CREATE_INSTANT_INVITE: 0x1,
  KICK_MEMBERS: 0x2,
  BAN_MEMBERS: 0x4,
  ADMINISTRATOR: 0x8,
  MANAGE_CHANNELS: 0x10,
  MANAGE_GUILD: 0x20,
  ADD_REACTIONS: 0x40,
  VIEW_AUDIT_LOG: 0x80,
  VIEW_CHANNEL: 0x400,
  SEND_MESSAGES: 0x800,
  SEND_TTS_MESSAGES: 0x1000,
  MANAGE_MESSAGES: 0x2000,
  EMBED_LINKS: 0x4000,
  ATTACH_FILES: 0x8000,
  READ_MESSAGE_HISTORY: 0x10000,
  MENTION_EVERYONE: 0x20000,
  USE_EXTERNAL_EMOJIS: 0x40000,
  CONNECT: 0x100000,
  SPEAK: 0x200000,
  MUTE_MEMBERS: 0x400000,
  DEAFEN_MEMBERS: 0x800000,
  MOVE_MEMBERS: 0x1000000,
  USE_VAD: 0x2000000,
  CHANGE_NICKNAME: 0x4000000,
  MANAGE_NICKNAMES: 0x8000000,
  MANAGE_ROLES: 0x10000000,
  MANAGE_WEBHOOKS: 0x20000000,
  MANAGE_EMOJIS: 0x40000000,
} as const;

export type PermissionName = keyof typeof PERMISSIONS;

export function isPermissionName(name: string): name is PermissionName {
  return Object.hasOwn(PERMISSIONS, name);
}

/** The names of the permissions in a bit set, in the order of their bits. */
export function permissionNames(permissions: number): PermissionName[] {
  return Object.keys(PERMISSIONS)
    .filter(isPermissionName)
    .filter((name) => (permissions & PERMISSIONS[name]) !== 0);
}

/** A permission in words, e.g. `manage channels`. */
export function permissionWords(name: PermissionName): string {
  return name.toLowerCase().replaceAll('_', ' ');
}

/** All permissions. */
export const ALL_PERMISSIONS = 2_146_958_591;

/** The permissions of @everyone in a new guild. */
export const DEFAULT_PERMISSIONS = 104_324_161;

/** Permissions that require two-factor authentication in a guild with mfa_level 1. */
export const ELEVATED_PERMISSIONS =
  PERMISSIONS.KICK_MEMBERS |
  PERMISSIONS.BAN_MEMBERS |
  PERMISSIONS.ADMINISTRATOR |
  PERMISSIONS.MANAGE_CHANNELS |
  PERMISSIONS.MANAGE_GUILD |
  PERMISSIONS.MANAGE_MESSAGES |
  PERMISSIONS.MANAGE_ROLES |
  PERMISSIONS.MANAGE_WEBHOOKS |
  PERMISSIONS.MANAGE_EMOJIS;
