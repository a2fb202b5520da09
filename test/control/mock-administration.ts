import { InputError, UserError } from '#guildhall/platform/errors.js';
import type {
  Administration,
  ApplicationInput,
  CreatedApplication,
  PersonAccount,
  RegisteredApplication,
} from '#guildhall/protocol/administration.js';

/** Called although no test expects it. */
function unexpected(): never {
  throw new UserError('the mock does not support this');
}

/** Applications in memory, for tests of what is above the service. */
export class MockAdministration implements Administration {
  applications: RegisteredApplication[] = [];
  people: PersonAccount[] = [
    { id: '1', username: 'ada', discriminator: '0001', token: 'token of ada' },
    { id: '2', username: 'bob', discriminator: '0002', token: 'token of bob' },
  ];
  #created = 0;
  #secrets = 0;
  /** of what is created, by how many there are */
  makeId = (created: number): string => String(700 + created);
  makeSecret = (created: number): string => `secret ${created}`;

  async createApplication(
    input: ApplicationInput & { bot: boolean; approved: boolean },
  ): Promise<CreatedApplication> {
    if (input.name.trim() === '') throw new InputError('the name of an application has 1 to 100 characters');
    this.#created += 1;
    const id = this.makeId(this.#created);
    const application: RegisteredApplication = {
      ...{ id, name: input.name, description: input.description ?? '', icon: null, approved: input.approved },
      owner_id: input.owner_id ?? this.people[0]?.id ?? null,
      ...{ rpc_origins: input.rpc_origins ?? [], redirect_uris: input.redirect_uris ?? [], testers: [] },
      bot: input.bot ? { id: `${id}0` } : null,
    };
    this.applications = [...this.applications, application];
    const bot = application.bot && { ...application.bot, token: `bot token of ${id}` };
    return { ...application, client_secret: this.#newSecret(), bot };
  }

  async listApplications(): Promise<RegisteredApplication[]> {
    return this.applications;
  }

  async getApplication(id: string): Promise<RegisteredApplication> {
    const found = this.applications.find((one) => one.id === id);
    if (found === undefined)
      throw new UserError(`there is no application ${id}`, 'See them with: guildhall apps list');
    return found;
  }

  updateApplication(
    id: string,
    { icon, ...changes }: Partial<ApplicationInput>,
  ): Promise<RegisteredApplication> {
    return this.#change(id, (one) => ({
      ...one,
      ...changes,
      ...(icon === undefined ? {} : { icon: icon === null ? null : 'f'.repeat(32) }),
    }));
  }

  async deleteApplication(id: string): Promise<void> {
    await this.getApplication(id);
    this.applications = this.applications.filter((one) => one.id !== id);
  }

  async resetSecret(id: string): Promise<string> {
    await this.getApplication(id);
    return this.#newSecret();
  }

  /** by id of the grant */
  readonly lastUses = new Map<string, string>();

  lastUseOfGrant(grantId: string): string | null {
    return this.lastUses.get(grantId) ?? null;
  }

  setApproved(id: string, approved: boolean): Promise<RegisteredApplication> {
    return this.#change(id, (one) => ({ ...one, approved }));
  }

  changeTesters(id: string, add: string[], remove: string[]): Promise<RegisteredApplication> {
    return this.#change(id, (one) => ({
      ...one,
      testers: [...new Set([...one.testers, ...add])].filter((tester) => !remove.includes(tester)),
    }));
  }

  async listUsers(): Promise<PersonAccount[]> {
    return this.people;
  }

  createGuild = async () => unexpected();
  configureGuild = async () => unexpected();
  changeSubscribers = async () => unexpected();
  createUser: Administration['createUser'] = async () => unexpected();
  beginTwoFactor = async () => unexpected();
  confirmTwoFactor = async () => unexpected();
  disableTwoFactor = async () => unexpected();

  #newSecret(): string {
    this.#secrets += 1;
    return this.makeSecret(this.#secrets);
  }

  async #change(
    id: string,
    change: (before: RegisteredApplication) => RegisteredApplication,
  ): Promise<RegisteredApplication> {
    const changed = change(await this.getApplication(id));
    this.applications = this.applications.map((one) => (one.id === id ? changed : one));
    return changed;
  }
}
