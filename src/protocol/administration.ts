import type { Snowflake } from './snowflake.js';
import type { Timestamp } from './timestamp.js';

/** A registered application as its owner sees it; `client_secret` only in the reply that made it. */
export interface RegisteredApplication {
  id: Snowflake;
  name: string;
  description: string;
  /** its hash, below `/cdn/app-icons/{id}/` */
  icon: string | null;
  approved: boolean;
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
  /** an image file as base64; null takes the icon away */
  icon?: string | null;
  rpc_origins?: string[];
  redirect_uris?: string[];
}

export interface PersonAccount {
  id: Snowflake;
  username: string;
  discriminator: string;
  /** null where it is stored hashed only */
  token: string | null;
}

/** What counts as verified of a new account. */
export interface AccountFacts {
  /** the email address; by default it does */
  verified?: boolean;
  /** a phone number, as +, country and number; by default there is none */
  phone?: string;
}

/** What an authenticator app needs; shown once. */
export interface TwoFactorSecret {
  /** in base32 */
  secret: string;
  /** `otpauth:`, with the secret in it */
  uri: string;
}

/** What is left out stays as it is. */
export interface GuildConfigurationInput {
  features?: string[];
  mfa_level?: 0 | 1;
  /** null takes it away */
  vanity_url_code?: string | null;
}

/** A user for whom an integration gives its role, a member or not. */
export interface Subscriber {
  user_id: Snowflake;
  /** null: until further notice */
  expires_at: Timestamp | null;
}

/**
 * What the owner of an embedded service may do to it from this machine. A daemon that uses a remote service has
 * none. Every method throws a `UserError` that says what is wrong: unknown id, bad name, bad origin, a 51st tester.
 */
export interface Administration {
  createApplication(
    input: ApplicationInput & { bot: boolean; approved: boolean },
  ): Promise<CreatedApplication>;
  listApplications(): Promise<RegisteredApplication[]>;
  getApplication(id: Snowflake): Promise<RegisteredApplication>;
  updateApplication(id: Snowflake, changes: Partial<ApplicationInput>): Promise<RegisteredApplication>;
  /** @param deleteGuilds whether guilds that its bot owns are deleted; else they are a reason to refuse */
  deleteApplication(id: Snowflake, deleteGuilds: boolean): Promise<void>;
  setApproved(id: Snowflake, approved: boolean): Promise<RegisteredApplication>;
  /** at most 50 testers (docs/rest.md, Limits) */
  changeTesters(id: Snowflake, add: Snowflake[], remove: Snowflake[]): Promise<RegisteredApplication>;
  /** features, mfa_level and vanity url: what no member of the guild decides (docs/rest.md, Objects) */
  configureGuild(id: Snowflake, configuration: GuildConfigurationInput): Promise<void>;
  /**
   * Who subscribes to an integration (docs/rest.md, Objects); its next sync acts on it.
   *
   * @param remove wins over `add`
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
  /** Makes a two-factor secret for a person; it counts once it is confirmed. */
  beginTwoFactor(userId: Snowflake): Promise<TwoFactorSecret>;
  /** Enables two-factor with a code of the new secret. @returns backup codes, each of which works once */
  confirmTwoFactor(userId: Snowflake, code: string): Promise<string[]>;
  disableTwoFactor(userId: Snowflake): Promise<void>;
}
