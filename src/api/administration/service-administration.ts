import { UserError } from '../../platform/errors.js';
import { createSecret, hashSecret } from '../../platform/secrets.js';
import type {
  AccountFacts,
  Administration,
  ApplicationInput,
  CreatedApplication,
  GuildConfigurationInput,
  PersonAccount,
  RegisteredApplication,
  Subscriber,
  TwoFactorSecret,
} from '../../protocol/administration.js';
import { isSnowflake, type Snowflake } from '../../protocol/snowflake.js';
import type { ApplicationRow } from '../../store/sqlite/rows.js';
import { put, type Write } from '../../store/sqlite/writes.js';
import { lockApplicationGuilds } from '../application-guilds-lock.js';
import { readApplicationIcon } from '../images/read-image.js';
import type { Services } from '../services.js';
import { checkDescription, checkName, checkOrigins, checkRedirectUris } from './application-input.js';
import { changeSubscribersAs } from './change-subscribers.js';
import { configureGuildAs } from './configure-guild.js';
import { ACCOUNTS_TURN, createAccount, type NewAccount } from './create-account.js';
import { iconWrites } from './icon-writes.js';
import { removeBotFromGuilds } from './remove-bot-from-guilds.js';
import { requirePeople, requirePerson } from './require-people.js';

/** People who may use an application that is not approved (docs/rest.md, Limits). */
const TESTERS_LIMIT = 50;

/** What the owner of the machine does to the service that runs on it. */
export class ServiceAdministration implements Administration {
  constructor(private readonly services: Services) {}

  createApplication(
    input: ApplicationInput & { bot: boolean; approved: boolean },
  ): Promise<CreatedApplication> {
    const { ids, store, users } = this.services;
    return this.#inTurn(async () => {
      const name = checkName(input.name);
      const secret = createSecret();
      const id = ids.next();
      // The account of a bot is named as its application, as far as a user may be named so.
      const bot = input.bot ? await this.#newAccount(botName(name), id, {}) : null;
      const [owner] = await store.users.people();
      const icon = input.icon == null ? null : readApplicationIcon(input.icon);
      const row: ApplicationRow = {
        id,
        name,
        description: checkDescription(input.description ?? ''),
        icon: icon?.hash ?? null,
        secret_hash: hashSecret(secret),
        approved: input.approved,
        // The oldest person is the one this machine's daemon made for itself.
        owner_id: owner?.id ?? null,
        bot_id: bot?.user.id ?? null,
        rpc_origins: checkOrigins(input.rpc_origins ?? []),
        redirect_uris: checkRedirectUris(input.redirect_uris ?? []),
        testers: [],
      };
      await store.writer.commit([
        ...(bot?.writes ?? []),
        put('applications', row),
        ...iconWrites(id, null, icon),
      ]);
      if (bot !== null) users.remember([bot.user]);
      return {
        ...registered(row),
        client_secret: secret,
        bot: bot && { id: bot.user.id, token: bot.token },
      };
    });
  }

  async listApplications(): Promise<RegisteredApplication[]> {
    return (await this.services.store.applications.list()).map(registered);
  }

  async getApplication(id: Snowflake): Promise<RegisteredApplication> {
    return registered(await this.#find(id));
  }

  updateApplication(id: Snowflake, changes: Partial<ApplicationInput>): Promise<RegisteredApplication> {
    const { name, description, rpc_origins, redirect_uris } = changes;
    const icon = typeof changes.icon === 'string' ? readApplicationIcon(changes.icon) : changes.icon;
    const change = (row: ApplicationRow) => ({
      ...row,
      ...(name !== undefined && { name: checkName(name) }),
      ...(description !== undefined && { description: checkDescription(description) }),
      ...(rpc_origins !== undefined && { rpc_origins: checkOrigins(rpc_origins) }),
      ...(redirect_uris !== undefined && { redirect_uris: checkRedirectUris(redirect_uris) }),
      ...(icon !== undefined && { icon: icon?.hash ?? null }),
    });
    return this.#change(id, change, (row) => (icon === undefined ? [] : iconWrites(id, row.icon, icon)));
  }

  deleteApplication(id: Snowflake, deleteGuilds: boolean): Promise<void> {
    return this.#inTurn(() =>
      lockApplicationGuilds(this.services, id, async () => {
        const row = await this.#find(id);
        if (row.bot_id !== null) await removeBotFromGuilds(this.services, row.bot_id, deleteGuilds);
        await this.services.oauth2.revocations.removeApplication(row);
        if (row.bot_id !== null) this.services.events.endSessions(row.bot_id);
      }),
    );
  }

  async setApproved(id: Snowflake, approved: boolean): Promise<RegisteredApplication> {
    return this.#change(id, (row) => ({ ...row, approved }));
  }

  async changeTesters(id: Snowflake, add: Snowflake[], remove: Snowflake[]): Promise<RegisteredApplication> {
    await requirePeople(this.services.users, add);
    return this.#change(id, (row) => {
      const testers = [...new Set([...row.testers, ...add])].filter((tester) => !remove.includes(tester));
      if (testers.length > TESTERS_LIMIT) {
        throw new UserError(
          `an application has at most ${TESTERS_LIMIT} testers`,
          'remove some, or approve the application',
        );
      }
      return { ...row, testers };
    });
  }

  configureGuild(
    id: Snowflake,
    { features, mfa_level, vanity_url_code }: GuildConfigurationInput,
  ): Promise<void> {
    const input = { features, mfaLevel: mfa_level, vanityUrlCode: vanity_url_code };
    return configureGuildAs(this.services, id, input);
  }

  changeSubscribers(
    guildId: Snowflake,
    integrationId: Snowflake,
    add: readonly Subscriber[],
    remove: readonly Snowflake[],
  ): Promise<Subscriber[]> {
    return changeSubscribersAs(this.services, guildId, integrationId, { add, remove });
  }

  createUser(username: string, facts: AccountFacts = {}): Promise<PersonAccount & { token: string }> {
    return this.#inTurn(async () => {
      const { user, token, writes } = await this.#newAccount(username, null, facts);
      await this.services.store.writer.commit(writes);
      this.services.users.remember([user]);
      return { id: user.id, username: user.username, discriminator: user.discriminator, token };
    });
  }

  async listUsers(): Promise<PersonAccount[]> {
    const people = await this.services.store.users.people();
    return people.map(({ id, username, discriminator }) => ({ id, username, discriminator, token: null }));
  }

  async beginTwoFactor(userId: Snowflake): Promise<TwoFactorSecret> {
    const { twoFactor, users } = this.services;
    return twoFactor.begin(await requirePerson(users, userId));
  }

  async confirmTwoFactor(userId: Snowflake, code: string): Promise<string[]> {
    const { twoFactor, users } = this.services;
    return twoFactor.confirm(await requirePerson(users, userId), code);
  }

  async disableTwoFactor(userId: Snowflake): Promise<void> {
    const { twoFactor, users } = this.services;
    await twoFactor.disable(await requirePerson(users, userId));
  }

  async #newAccount(
    username: string,
    applicationId: Snowflake | null,
    facts: AccountFacts,
  ): Promise<NewAccount> {
    const { ids, store, now } = this.services;
    const taken = await store.users.discriminatorsOf(username.trim());
    return createAccount(username, taken, { ...facts, id: ids.next(), applicationId, now: now() });
  }

  async #change(
    id: Snowflake,
    change: (row: ApplicationRow) => ApplicationRow,
    more: (before: ApplicationRow) => Write[] = () => [],
  ): Promise<RegisteredApplication> {
    return this.#inTurn(async () => {
      const before = await this.#find(id);
      const row = change(before);
      await this.services.store.writer.commit([put('applications', row), ...more(before)]);
      // What was granted under other conditions ends with them.
      await this.services.oauth2.revocations.revokeDisallowed(row);
      return registered(row);
    });
  }

  async #find(id: Snowflake): Promise<ApplicationRow> {
    const row = isSnowflake(id) ? await this.services.store.applications.byId(id) : null;
    if (row === null)
      throw new UserError(`there is no application ${id}`, 'See them with: guildhall apps list');
    return row;
  }

  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    return this.services.locks.run(ACCOUNTS_TURN, task);
  }
}

function registered(row: ApplicationRow): RegisteredApplication {
  const { id, name, description, icon, approved, rpc_origins, redirect_uris, testers, bot_id } = row;
  const bot = bot_id === null ? null : { id: bot_id };
  return { id, name, description, icon, approved, rpc_origins, redirect_uris, testers, bot };
}

function botName(application: string): string {
  const name = application.replaceAll(/[@#:\p{Cc}]/gu, ' ').trim();
  return [...(name.length < 2 ? 'Bot' : name)].slice(0, 32).join('');
}
