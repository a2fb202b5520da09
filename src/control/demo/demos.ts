import { ServiceError } from '../../client/service-error.js';
import { KeyedLock } from '../../platform/async/keyed-lock.js';
import { UserError } from '../../platform/errors.js';
import { removePrivateFile, writePrivateFile } from '../../platform/files/private-file.js';
import { readFileIfExists } from '../../platform/files/text-file.js';
import { parseJson } from '../../platform/text/parse-json.js';
import type { Administration, PersonAccount } from '../../protocol/administration.js';
import { validator } from '../../protocol/schema.js';
import { DemoRest } from './demo-rest.js';
import { type DemoSet, type SavedDemos, SavedDemosSchema } from './demo-set.js';
import { type DemoMember, demoName, makeDemo } from './make-demo.js';

const PEOPLE = ['Ada', 'Grace'];
const savedValidator = validator(SavedDemosSchema);

/** The service and the person for whom a demo is made. */
export interface DemoContext {
  readonly apiUrl: string;
  readonly administration: Administration;
  readonly person: DemoMember;
}

/** The demos of a home. Their secrets are in `demos.json`, so that the next call finds the same demo. */
export class Demos {
  /** one after another: each reads what the one before it saved */
  readonly #lock = new KeyedLock();

  /** @param path of `demos.json` */
  constructor(private readonly path: string) {}

  /** The newest demo, or a new one if there is none or `another` is wanted. @throws {UserError} */
  open(context: DemoContext, another: boolean): Promise<DemoSet> {
    return this.#lock.run('demos', async () => {
      const saved = await this.#read();
      const applications = await context.administration.listApplications();
      const sets = saved.demos.filter(({ application: { id } }) =>
        applications.some((one) => one.id === id),
      ).length;
      const rest = new DemoRest(context.apiUrl);
      const known = another ? null : await findUsable(saved, rest, context);
      if (known !== null) return { ...known, api_url: context.apiUrl, sets, is_new: false };
      const people = await usablePeople(saved, rest, context.administration);
      // Before the demo: accounts are not deleted, so the next attempt uses the same ones.
      await this.#write({ ...saved, people });
      const names = new Set(applications.map(({ name }) => name));
      let number = 1;
      while (names.has(demoName(number))) number += 1;
      const demo = {
        ...(await makeDemo({ ...context, people, number })),
        sets: sets + 1,
        is_new: true,
      };
      await this.#write({ ...saved, people, demos: [...saved.demos, demo] });
      return demo;
    });
  }

  /**
   * Removes the demos of the file, with their guilds and applications. What somebody else made stays, even if it looks like a demo.
   *
   * @returns the names of the applications
   */
  remove(administration: Administration): Promise<string[]> {
    return this.#lock.run('demos', async () => {
      const saved = await this.#read();
      const known = new Map((await administration.listApplications()).map(({ id, name }) => [id, name]));
      const removed: string[] = [];
      let demos = saved.demos;
      for (const { application } of saved.demos) {
        const name = known.get(application.id);
        if (name !== undefined) {
          await administration.deleteApplication(application.id, true);
          removed.push(name);
        }
        // After each, so that a failure forgets none of the others.
        demos = demos.filter((one) => one.application.id !== application.id);
        await this.#write({ ...saved, demos });
      }
      if (saved.people.length === 0) await removePrivateFile(this.path);
      return removed;
    });
  }

  async #read(): Promise<SavedDemos> {
    const text = await readFileIfExists(this.path);
    if (text === null) return { version: 1, people: [], demos: [] };
    const value = parseJson(text);
    if (savedValidator.is(value)) return value;
    throw new UserError(`${this.path} is damaged`, 'Remove it: it only has the secrets of demos.');
  }

  #write(saved: SavedDemos): Promise<void> {
    return writePrivateFile(this.path, `${JSON.stringify(saved, null, 2)}\n`);
  }
}

/** The newest demo whose bot can sign in and still has its guild; the person is a member of it then. */
async function findUsable(
  { demos }: SavedDemos,
  rest: DemoRest,
  { person }: DemoContext,
): Promise<DemoSet | null> {
  for (const demo of [...demos].reverse()) {
    try {
      await rest.channels(demo.application.bot?.token ?? '', demo.guild.id);
      await rest.joinGuild(demo.application, demo.guild.id, person, {});
      return demo;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.isOutage) throw error;
    }
  }
  return null;
}

/** The people of earlier demos whom the service still knows, and new ones in place of others. */
async function usablePeople(
  { people }: SavedDemos,
  rest: DemoRest,
  administration: Administration,
): Promise<(PersonAccount & { token: string })[]> {
  const usable = [];
  for (const name of PEOPLE) {
    const known = people.find(({ username }) => username === name);
    const { token } = known ?? { token: null };
    const isKnown = token !== null && (await rest.isAccepted(token));
    usable.push(known !== undefined && isKnown ? { ...known, token } : await administration.createUser(name));
  }
  return usable;
}
