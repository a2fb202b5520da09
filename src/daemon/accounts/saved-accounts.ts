import type { Account, AccountList } from './account-file.js';
import { readAccountFile, writeAccountFile } from './account-file.js';

/** Stands for the daemon's own service, whose address changes. */
export const EMBEDDED_SERVICE = 'embedded';

/** The accounts of one service that this home keeps. Only a daemon that holds the home's lock may have one. */
export class SavedAccounts {
  #list: AccountList;
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly path: string,
    private readonly service: string,
    list: AccountList,
  ) {
    this.#list = list;
  }

  /**
   * @param path of `account.json`
   * @param service the service's address, or `embedded`
   * @throws {UserError} if the file is damaged
   */
  static async open(path: string, service: string): Promise<SavedAccounts> {
    return new SavedAccounts(path, service, await readAccountFile(path));
  }

  /** The account that signs in, or null if there is none yet. */
  get current(): Account | null {
    const id = this.#list.current[this.service];
    return id === undefined ? null : this.find(id);
  }

  /** The accounts, oldest first. */
  list(): Account[] {
    return this.#list.accounts.filter((account) => account.service === this.service);
  }

  find(id: string): Account | null {
    return this.list().find((account) => account.id === id) ?? null;
  }

  /** Keeps an account and makes it the one that signs in. One with the same id is replaced, others stay. */
  async use(account: Omit<Account, 'service'>): Promise<void> {
    const saved = { ...account, service: this.service };
    const isSame = (one: Account) => one.id === saved.id && one.service === saved.service;
    const accounts = this.#list.accounts.some(isSame)
      ? this.#list.accounts.map((one) => (isSame(one) ? saved : one))
      : [...this.#list.accounts, saved];
    this.#list = { current: { ...this.#list.current, [this.service]: saved.id }, accounts };
    // One write after another: the last one has everything.
    const write = this.#writing.then(() => writeAccountFile(this.path, this.#list));
    this.#writing = write.catch(() => {});
    await write;
  }
}
