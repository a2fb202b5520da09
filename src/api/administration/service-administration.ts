import type { GuildImage } from '../../guilds/state.js';
import { createSecret, hashSecret } from '../../platform/crypto/secrets.js';
import { UserError } from '../../platform/errors.js';
import type {
  AccountFacts,
  Administration,
  ApplicationInput,
  CreatedApplication,
  CreatedGuild,
  GuildConfigurationInput,
  PersonAccount,
  RegisteredApplication,
  Subscriber,
  TwoFactorSecret,
} from '../../protocol/administration.js';
import { isSnowflake, type Snowflake, type SnowflakeFactory } from '../../protocol/snowflake.js';
import { type Timestamp, timestamp } from '../../protocol/timestamp.js';
import type { Account, AccountStore, Application, ApplicationStore } from '../../store/accounts.js';
import type { ConflictTurns } from '../../store/conflict-turns.js';
import type { GuildStore } from '../../store/guilds.js';
import { retryOnConflict } from '../../store/retry-on-conflict.js';
import type { Authentication } from '../accounts/authentication.js';
import {
  type AccountOwner,
  type AccountWithSecret,
  createPerson,
  newAccount,
} from '../accounts/create-account.js';
import type { TwoFactor } from '../accounts/two-factor.js';
import type { UserDirectory } from '../accounts/user-directory.js';
import type { EventPublisher } from '../core/event-bus.js';
import type { GuildTasks } from '../core/guild-task.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';
import { readApplicationIcon } from '../images/read-image.js';
import type { OAuth2 } from '../oauth2/oauth2.js';
import {
  botName,
  checkDescription,
  checkName,
  checkOrigins,
  checkRedirectUris,
} from './application-input.js';
import { changeSubscribersTask } from './change-subscribers.js';
import { type ConfigurationServices, configureGuildTask } from './configure-guild.js';
import { createGuildOfPerson } from './create-guild.js';
import { removeBotFromGuilds } from './remove-bot-from-guilds.js';
import { requirePeople, requirePerson, runOnGuild } from './required-objects.js';

/** The maximum number of testers of an application (docs/rest.md, Limits). */
const TESTERS_LIMIT = 50;

const NOBODY = 'Create a person first: guildhall users create --username NAME';

/** The dependencies of administration. */
interface AdministrationDependencies {
  readonly accountStore: AccountStore;
  readonly applicationStore: ApplicationStore;
  readonly authentication: Authentication;
  readonly conflictTurns: ConflictTurns;
  readonly events: EventPublisher;
  readonly guildStore: GuildStore;
  readonly guildTasks: GuildTasks<ConfigurationServices>;
  readonly guilds: GuildRegistry;
  readonly ids: SnowflakeFactory;
  readonly oauth2: OAuth2;
  readonly twoFactor: TwoFactor;
  readonly users: UserDirectory;
  /** milliseconds since the Unix epoch */
  now(): number;
}

/** Administration of the service by the owner of the machine. */
export class ServiceAdministration implements Administration {
  constructor(private readonly services: AdministrationDependencies) {}

  createApplication(
    input: ApplicationInput & { bot: boolean; approved: boolean },
  ): Promise<CreatedApplication> {
    const { applicationStore, events, ids, users, now } = this.services;
    return retryOnConflict(async () => {
      const name = checkName(input.name);
      const secret = createSecret();
      const id = ids.next();
      const bot = input.bot
        ? await this.#newBot(name, { id: ids.next(), applicationId: id, now: now() })
        : null;
      const icon = input.icon == null ? null : readApplicationIcon(input.icon);
      const application: Application = {
        id,
        name,
        description: checkDescription(input.description ?? ''),
        icon: icon?.hash ?? null,
        secretHash: hashSecret(secret),
        approved: input.approved,
        ownerId: await findOwner(this.services, input.owner_id ?? null),
        botId: bot?.created.account.id ?? null,
        rpcOrigins: checkOrigins(input.rpc_origins ?? []),
        redirectUris: checkRedirectUris(input.redirect_uris ?? []),
        testers: [],
      };
      await applicationStore.create(application, bot?.created ?? null, icon);
      events.applicationsChanged();
      if (bot !== null) users.remember([bot.created.account]);
      return {
        ...toRegisteredApplication(application),
        client_secret: secret,
        bot: bot && { id: bot.created.account.id, token: bot.secret },
      };
    });
  }

  async listApplications(): Promise<RegisteredApplication[]> {
    return (await this.services.applicationStore.list()).map(toRegisteredApplication);
  }

  async getApplication(id: Snowflake): Promise<RegisteredApplication> {
    return toRegisteredApplication(await this.#find(id));
  }

  async updateApplication(id: Snowflake, changes: Partial<ApplicationInput>): Promise<RegisteredApplication> {
    const { name, description, owner_id, rpc_origins, redirect_uris } = changes;
    if (owner_id !== undefined) await requirePerson(this.services.users, owner_id);
    const icon = typeof changes.icon === 'string' ? readApplicationIcon(changes.icon) : changes.icon;
    const change = (application: Application): Application => ({
      ...application,
      ...(name !== undefined && { name: checkName(name) }),
      ...(description !== undefined && { description: checkDescription(description) }),
      ...(owner_id !== undefined && { ownerId: owner_id }),
      ...(rpc_origins !== undefined && { rpcOrigins: checkOrigins(rpc_origins) }),
      ...(redirect_uris !== undefined && { redirectUris: checkRedirectUris(redirect_uris) }),
      ...(icon !== undefined && { icon: icon?.hash ?? null }),
    });
    return this.#change(id, change, icon);
  }

  deleteApplication(id: Snowflake, deleteGuilds: boolean): Promise<void> {
    const { conflictTurns, events, oauth2 } = this.services;
    return conflictTurns.run(`application ${id}`, async () => {
      const application = await this.#find(id);
      const { botId } = application;
      if (botId !== null) await removeBotFromGuilds(this.services, botId, deleteGuilds);
      // Refused if the bot is in a guild again; once the application is gone, it joins and creates none.
      await oauth2.revocations.removeApplication(application);
      events.applicationsChanged();
      if (botId !== null) events.endSessions(botId);
    });
  }

  async resetSecret(id: Snowflake): Promise<string> {
    const secret = createSecret();
    await this.#change(id, (application) => ({ ...application, secretHash: hashSecret(secret) }));
    return secret;
  }

  lastUseOfGrant(grantId: Snowflake): Timestamp | null {
    const at = this.services.authentication.lastUseOf(grantId);
    return at === null ? null : timestamp(at);
  }

  async setApproved(id: Snowflake, approved: boolean): Promise<RegisteredApplication> {
    return this.#change(id, (application) => ({ ...application, approved }));
  }

  async changeTesters(id: Snowflake, add: Snowflake[], remove: Snowflake[]): Promise<RegisteredApplication> {
    await requirePeople(this.services.users, add);
    return this.#change(id, (application) => {
      const all = new Set([...application.testers, ...add]);
      const testers = [...all].filter((tester) => !remove.includes(tester));
      if (testers.length > TESTERS_LIMIT) {
        throw new UserError(
          `an application has at most ${TESTERS_LIMIT} testers`,
          'Remove some, or approve the application',
        );
      }
      return { ...application, testers };
    });
  }

  async createGuild(ownerId: Snowflake | null, name: string): Promise<CreatedGuild> {
    const owner = await findOwner(this.services, ownerId);
    if (owner === null) throw new UserError('there is nobody who could own it', NOBODY);
    return createGuildOfPerson(this.services, owner, name);
  }

  async configureGuild(
    id: Snowflake,
    { features, mfa_level, vanity_url_code }: GuildConfigurationInput,
  ): Promise<void> {
    const input = { features, mfaLevel: mfa_level, vanityUrlCode: vanity_url_code };
    await runOnGuild(this.services, configureGuildTask, id, input);
  }

  async changeSubscribers(
    guildId: Snowflake,
    integrationId: Snowflake,
    add: readonly Subscriber[],
    remove: readonly Snowflake[],
  ): Promise<Subscriber[]> {
    return runOnGuild(this.services, changeSubscribersTask, guildId, { integrationId, add, remove });
  }

  async createUser(username: string, facts: AccountFacts = {}): Promise<PersonAccount & { token: string }> {
    const { created, secret } = await createPerson(this.services, username, facts);
    return { ...toPersonAccount(created.account), token: secret };
  }

  async listUsers(): Promise<PersonAccount[]> {
    return (await this.services.accountStore.people()).map(toPersonAccount);
  }

  async beginTwoFactor(userId: Snowflake): Promise<TwoFactorSecret> {
    const { id } = await requirePerson(this.services.users, userId);
    return this.services.twoFactor.begin(id);
  }

  async confirmTwoFactor(userId: Snowflake, code: string): Promise<string[]> {
    const { id } = await requirePerson(this.services.users, userId);
    return this.services.twoFactor.confirm(id, code);
  }

  async disableTwoFactor(userId: Snowflake): Promise<void> {
    const { id } = await requirePerson(this.services.users, userId);
    await this.services.twoFactor.disable(id);
  }

  /** The account of a bot, with the name of its application as far as that is valid. */
  async #newBot(application: string, owner: AccountOwner): Promise<AccountWithSecret> {
    const name = botName(application);
    return newAccount(name, await this.services.accountStore.discriminatorsOf(name), owner);
  }

  async #change(
    id: Snowflake,
    change: (before: Application) => Application,
    icon?: GuildImage | null,
  ): Promise<RegisteredApplication> {
    const { applicationStore, authentication, conflictTurns, events, oauth2 } = this.services;
    const changed = await conflictTurns.run(`application ${id}`, async () => {
      const before = await this.#find(id);
      const after = change(before);
      await applicationStore.change(before, after, icon);
      events.applicationsChanged();
      // The cached caller of its bot has the two-factor authentication of the former owner.
      if (after.ownerId !== before.ownerId) authentication.revoked();
      return after;
    });
    // Revokes grants that the new conditions do not allow.
    await oauth2.revocations.revokeDisallowed(id);
    return toRegisteredApplication(changed);
  }

  async #find(id: Snowflake): Promise<Application> {
    const application = isSnowflake(id) ? await this.services.applicationStore.byId(id) : null;
    if (application === null)
      throw new UserError(`there is no application ${id}`, 'See them with: guildhall apps list');
    return application;
  }
}

function toPersonAccount({ id, username, discriminator }: Account): PersonAccount {
  return { id, username, discriminator, token: null };
}

/**
 * The owner of a new application.
 *
 * @param given the user who was chosen; null: none was, so it is the oldest person. In the store of a daemon that is the one of
 *   the machine; in that of a service that runs alone it is the first one that its operator has created
 * @returns null if there is nobody
 * @throws {UserError} `given` is unknown, or a bot
 */
export async function findOwner(
  { accountStore, users }: { readonly accountStore: AccountStore; readonly users: UserDirectory },
  given: Snowflake | null,
): Promise<Snowflake | null> {
  if (given !== null) return (await requirePerson(users, given)).id;
  const [oldest] = await accountStore.people(1);
  return oldest?.id ?? null;
}

/** An application as its owner sees it. */
function toRegisteredApplication(application: Application): RegisteredApplication {
  const { id, name, description, icon, approved, ownerId, rpcOrigins, redirectUris, testers, botId } =
    application;
  return {
    id,
    name,
    description,
    icon,
    approved,
    owner_id: ownerId,
    rpc_origins: [...rpcOrigins],
    redirect_uris: [...redirectUris],
    testers: [...testers],
    bot: botId === null ? null : { id: botId },
  };
}
