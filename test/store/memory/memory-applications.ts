import { isDeepStrictEqual } from 'node:util';
import type { GuildImage } from '#guildhall/guilds/state.js';
import type { Snowflake } from '#guildhall/protocol/snowflake.js';
import type { Application, ApplicationStore, NewAccount } from '#guildhall/store/accounts.js';
import type { RevocationListener } from '#guildhall/store/commit.js';
import type { CommitQueue } from './commit-queue.js';
import { addAccount, findNameConflict } from './memory-accounts.js';
import { removeGrants } from './memory-authorizations.js';
import { byAge, type MemoryData, pick, replaceImage } from './memory-data.js';

/** Registered applications in memory. */
export class MemoryApplications implements ApplicationStore {
  constructor(
    private readonly data: MemoryData,
    private readonly queue: CommitQueue,
  ) {}

  async byId(id: Snowflake): Promise<Application | null> {
    return this.data.applications.get(id) ?? null;
  }

  async byIds(ids: readonly Snowflake[]): Promise<Application[]> {
    return pick(this.data.applications, ids);
  }

  async byBot(botId: Snowflake): Promise<Application | null> {
    return [...this.data.applications.values()].find((one) => one.botId === botId) ?? null;
  }

  async list(): Promise<Application[]> {
    return byAge(this.data.applications.values());
  }

  create(application: Application, bot: NewAccount | null, icon: GuildImage | null): Promise<void> {
    const { data } = this;
    return this.queue.submit({
      check: () => (bot === null ? null : findNameConflict(data, bot.account)),
      apply: () => {
        if (bot !== null) addAccount(data, bot);
        data.applications.set(application.id, application);
        replaceImage(data, { kind: 'icons', id: application.id }, null, icon);
      },
    });
  }

  change(before: Application, after: Application, icon?: GuildImage | null): Promise<void> {
    const { data } = this;
    return this.queue.submit({
      check: () => (isDeepStrictEqual(data.applications.get(before.id), before) ? null : 'changed'),
      apply: () => {
        data.applications.set(after.id, after);
        replaceImage(data, { kind: 'icons', id: after.id }, before.icon, icon);
      },
    });
  }

  async remove(id: Snowflake, listener?: RevocationListener): Promise<Snowflake[]> {
    const { data } = this;
    let users: Snowflake[] = [];
    await this.queue.submit(
      {
        check: () => {
          const application = data.applications.get(id);
          if (application === undefined) return 'gone';
          const guilds = [...data.guilds.values()];
          const isMember = guilds.some(({ members }) => members.has(application.botId ?? ''));
          return isMember ? 'guildsOfUser' : null;
        },
        apply: () => {
          const grants = [...data.grants.values()].filter(({ applicationId }) => applicationId === id);
          users = [...new Set(grants.map(({ userId }) => userId))];
          this.#remove(id);
        },
      },
      listener,
    );
    return users;
  }

  #remove(id: Snowflake): void {
    const { data } = this;
    replaceImage(data, { kind: 'icons', id }, data.applications.get(id)?.icon ?? null, null);
    data.applications.delete(id);
    removeGrants(data, ({ applicationId }) => applicationId === id);
    for (const { hash, applicationId } of data.tokens.values()) {
      if (applicationId === id) data.tokens.delete(hash);
    }
    for (const { hash, applicationId } of data.rpcTokens.values()) {
      if (applicationId === id) data.rpcTokens.delete(hash);
    }
  }
}
