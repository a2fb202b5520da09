import { isDeepStrictEqual } from 'node:util';
import type { GuildImage } from '#guildhall/guilds/state.js';
import type { Snowflake } from '#guildhall/protocol/snowflake.js';
import type { Account, AccountStore, NewAccount, TwoFactorState } from '#guildhall/store/accounts.js';
import type { Conflict } from '#guildhall/store/errors.js';
import type { CommitQueue } from './commit-queue.js';
import { byAge, type MemoryData, pick, replaceImage } from './memory-data.js';

/** People and bots in memory. */
export class MemoryAccounts implements AccountStore {
  constructor(
    private readonly data: MemoryData,
    private readonly queue: CommitQueue,
  ) {}

  async byIds(ids: readonly Snowflake[]): Promise<Account[]> {
    return pick(this.data.accounts, ids);
  }

  async people(limit?: number): Promise<Account[]> {
    return byAge(this.data.accounts.values())
      .filter(({ bot }) => !bot)
      .slice(0, limit);
  }

  async discriminatorsOf(username: string): Promise<string[]> {
    const accounts = [...this.data.accounts.values()];
    return accounts.filter((one) => one.username === username).map(({ discriminator }) => discriminator);
  }

  async twoFactor(userId: Snowflake): Promise<TwoFactorState | null> {
    return this.data.twoFactor.get(userId) ?? null;
  }

  create(created: NewAccount): Promise<void> {
    return this.queue.submit({
      check: () => findNameConflict(this.data, created.account),
      apply: () => addAccount(this.data, created),
    });
  }

  change(before: Account, after: Account, avatar?: GuildImage | null): Promise<void> {
    const { data } = this;
    return this.queue.submit({
      check: () =>
        isDeepStrictEqual(data.accounts.get(before.id), before) ? findNameConflict(data, after) : 'changed',
      apply: () => {
        data.accounts.set(after.id, after);
        replaceImage(data, { kind: 'avatars', id: after.id }, before.avatar, avatar);
      },
    });
  }

  async changeTwoFactor(
    account: Account,
    before: TwoFactorState | null,
    after: TwoFactorState | null,
  ): Promise<Account> {
    const { accounts, twoFactor } = this.data;
    const { id } = account;
    const changed = { ...account, mfaEnabled: after?.confirmed ?? false };
    const isChanged = changed.mfaEnabled !== account.mfaEnabled;
    await this.queue.submit({
      check: () => {
        if (isChanged && !isDeepStrictEqual(accounts.get(id), account)) return 'changed';
        return isDeepStrictEqual(twoFactor.get(id) ?? null, before) ? null : 'changed';
      },
      apply: () => {
        if (after === null) twoFactor.delete(id);
        else twoFactor.set(id, after);
        if (isChanged) accounts.set(id, changed);
      },
    });
    return changed;
  }
}

/** Whether another account has the name and number of this one. */
export function findNameConflict({ accounts }: MemoryData, account: Account): Conflict | null {
  const isTaken = [...accounts.values()].some(
    ({ id, username, discriminator }) =>
      id !== account.id && username === account.username && discriminator === account.discriminator,
  );
  return isTaken ? 'taken' : null;
}

export function addAccount({ accounts, tokens }: MemoryData, { account, token }: NewAccount): void {
  accounts.set(account.id, account);
  tokens.set(token.hash, token);
}
