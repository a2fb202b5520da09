/** Limits of a guild and of who makes guilds (docs/rest.md, Limits; docs/rest.md, Errors). */
export const GUILD_LIMITS = {
  /** guilds a user may be in */
  GUILDS_OF_USER: 100,
  /** a bot creates guilds only while in fewer than these */
  GUILDS_OF_CREATING_BOT: 10,
  GUILDS_OF_UNAPPROVED_APPLICATION: 10,
  CHANNELS_OF_UNAPPROVED_APPLICATION: 10,
  ROLES: 250,
  CHANNELS: 500,
  INVITES: 1000,
  INTEGRATIONS: 50,
  /** emojis of a guild, of animated ones and of others each */
  EMOJIS: 50,
  /** pinned messages of a channel */
  PINS: 50,
} as const;
