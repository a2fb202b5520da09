/** Limits of guilds and their creation (docs/rest.md, Limits; docs/rest.md, Errors). */
export const GUILD_LIMITS = {
  /** guilds of a user */
  GUILDS_OF_USER: 100,
  /** bots in fewer guilds than this may create one */
  GUILDS_OF_CREATING_BOT: 10,
  GUILDS_OF_UNAPPROVED_APPLICATION: 10,
  CHANNELS_OF_UNAPPROVED_APPLICATION: 10,
  ROLES: 250,
  CHANNELS: 500,
  /** permission overwrites of a channel */
  OVERWRITES_OF_CHANNEL: 500,
  /** permission overwrites of all channels of a guild: GUILD_CREATE contains them all */
  OVERWRITES: 10_000,
  INVITES: 1000,
  INTEGRATIONS: 50,
  /** emojis of a guild, animated and static ones each */
  EMOJIS: 50,
  /** pinned messages of a channel */
  PINS: 50,
} as const;
