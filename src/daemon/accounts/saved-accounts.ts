import { NotSavedError } from '../../platform/errors.js';
import { PrivateFileWriter } from '../../platform/files/private-file.js';
import type { HomeFiles } from '../../platform/home.js';
import { type Account, type AccountList, readAccountFile, renderAccountFile } from './account-file.js';

/** Stands for the daemon's own service, whose URL changes. */
export const EMBEDDED_SERVICE = 'embedded';

/** `account.json` if it names an account of the daemon's own service, or null. @throws {UserError} if it is damaged */
export async function findOwnAccountFile({ account }: HomeFiles): Promise<string | null> {
  const { accounts } = await readAccountFile(account);
  return accounts.some(({ service }) => service === EMBEDDED_SERVICE) ? account : null;
}

/** The saved accounts of one service. Only the daemon that has locked the home may use this. */
export class SavedAccounts {
  #list: AccountList;
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly file: PrivateFileWriter,
    private readonly service: string,
    list: AccountList,
  ) {
    this.#list = list;
  }

  /**
   * @param path of `account.json`
   * @param service the service's URL, or `embedded`
   * @throws {UserError} if the file is damaged
   */
  static async open(path: string, service: string): Promise<SavedAccounts> {
    const list = await readAccountFile(path);
    return new SavedAccounts(await PrivateFileWriter.open(path), service, list);
  }

  /** The current account, or null if there is none yet. */
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

  /** Saves an account and makes it the current one. It replaces an account with the same id. */
  async use(account: Omit<Account, 'service'>): Promise<void> {
    const saved = { ...account, service: this.service };
    const isSame = (one: Account) => one.id === saved.id && one.service === saved.service;
    const accounts = this.#list.accounts.some(isSame)
      ? this.#list.accounts.map((one) => (isSame(one) ? saved : one))
      : [...this.#list.accounts, saved];
    this.#list = { current: { ...this.#list.current, [this.service]: saved.id }, accounts };
    this.#writing = this.file.write(renderAccountFile(this.#list));
    await this.#writing;
  }

  /** Waits until the current account is saved. @throws {NotSavedError} */
  async saved(): Promise<void> {
    try {
      await this.#writing;
    } catch (error) {
      throw new NotSavedError('the account is signed in until Guildhall ends', error);
    }
  }
}
