import type { ChannelType } from './objects/channel.js';
import type { Snowflake } from './snowflake.js';
import type { Timestamp } from './timestamp.js';

/** A registered application as its owner sees it. Only the reply that creates it contains `client_secret`. */
export interface RegisteredApplication {
  id: Snowflake;
  name: string;
  description: string;
  /** its hash, used in `/cdn/app-icons/{id}/` */
  icon: string | null;
  approved: boolean;
  /** the user that client_credentials tokens act as, and whose two-factor authentication counts for its bot */
  owner_id: Snowflake | null;
  rpc_origins: string[];
  redirect_uris: string[];
  testers: Snowflake[];
  bot: { id: Snowflake } | null;
}

export interface CreatedApplication extends Omit<RegisteredApplication, 'bot'> {
  client_secret: string;
  bot: { id: Snowflake; token: string } | null;
}

export interface ApplicationInput {
  name: string;
  description?: string;
  /** an image file as base64; null removes the icon */
  icon?: string | null;
  /** by default the oldest user */
  owner_id?: Snowflake;
  rpc_origins?: string[];
  redirect_uris?: string[];
}

export interface PersonAccount {
  id: Snowflake;
  username: string;
  discriminator: string;
  /** null if only its hash is stored */
  token: string | null;
}

/** Which facts about a new account are verified. */
export interface AccountFacts {
  /** the email address; true by default */
  verified?: boolean;
  /** a phone number, as +, country code and number; none by default */
  phone?: string;
}

/** The two-factor secret for an authenticator app; shown once. */
export interface TwoFactorSecret {
  /** in base32 */
  secret: string;
  /** an `otpauth:` URI with the secret */
  uri: string;
}

/** Absent fields stay unchanged. */
export interface GuildConfigurationInput {
  features?: string[];
  mfa_level?: 0 | 1;
  /** null removes it */
  vanity_url_code?: string | null;
}

/** A new guild of a person. */
export interface CreatedGuild {
  id: Snowflake;
  name: string;
  channels: { id: Snowflake; name: string; type: ChannelType }[];
}

/** A subscriber of an integration, who gets its role; need not be a member. */
export interface Subscriber {
  user_id: Snowflake;
  /** null: no end */
  expires_at: Timestamp | null;
}

/**
 * Administration of an embedded service from this machine; not available for a remote service. Every method throws a
 * `UserError` that describes the problem: unknown id, invalid name or origin, too many testers.
 */
export interface Administration {
  createApplication(
    input: ApplicationInput & { bot: boolean; approved: boolean },
  ): Promise<CreatedApplication>;
  listApplications(): Promise<RegisteredApplication[]>;
  getApplication(id: Snowflake): Promise<RegisteredApplication>;
  updateApplication(id: Snowflake, changes: Partial<ApplicationInput>): Promise<RegisteredApplication>;
  /**
   * @param deleteGuilds deletes guilds that its bot owns; otherwise the application cannot be deleted while there are
   * any
   */
  deleteApplication(id: Snowflake, deleteGuilds: boolean): Promise<void>;
  /** Replaces the client secret; tokens that were issued stay valid. @returns the new secret, which is not shown again */
  resetSecret(id: Snowflake): Promise<string>;
  /** When a token of a grant was last used; null: not since the service started. */
  lastUseOfGrant(grantId: Snowflake): Timestamp | null;
  setApproved(id: Snowflake, approved: boolean): Promise<RegisteredApplication>;
  /** at most 50 testers (docs/rest.md, Limits) */
  changeTesters(id: Snowflake, add: Snowflake[], remove: Snowflake[]): Promise<RegisteredApplication>;
  /** Creates a guild of a person. @param ownerId null: the oldest user */
  createGuild(ownerId: Snowflake | null, name: string): Promise<CreatedGuild>;
  /** sets features, mfa_level and vanity url, which members of the guild cannot change (docs/rest.md, Objects) */
  configureGuild(id: Snowflake, configuration: GuildConfigurationInput): Promise<void>;
  /**
   * Sets the subscribers of an integration (docs/rest.md, Objects); the next sync applies them.
   *
   * @param remove takes precedence over `add`
   * @returns all its subscribers
   */
  changeSubscribers(
    guildId: Snowflake,
    integrationId: Snowflake,
    add: readonly Subscriber[],
    remove: readonly Snowflake[],
  ): Promise<Subscriber[]>;
  createUser(username: string, facts?: AccountFacts): Promise<PersonAccount & { token: string }>;
  listUsers(): Promise<PersonAccount[]>;
  /** Creates a two-factor secret for a person; it takes effect when confirmed. */
  beginTwoFactor(userId: Snowflake): Promise<TwoFactorSecret>;
  /** Enables two-factor with a code of the new secret. @returns backup codes, each of which works once */
  confirmTwoFactor(userId: Snowflake, code: string): Promise<string[]>;
  disableTwoFactor(userId: Snowflake): Promise<void>;
}
