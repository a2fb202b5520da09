import Type, { type Static } from 'typebox';
import { SharedRuns } from '../../platform/async/coalesce.js';
import { PrivateFileWriter } from '../../platform/files/private-file.js';
import { readSavedFile } from '../../platform/files/saved-file.js';
import { SnowflakeSchema, validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';

const SavedGrantSchema = Type.Object({
  grant_id: SnowflakeSchema,
  user_id: SnowflakeSchema,
  /** which has the grant, as `account.json` names it; absent until a start assigns it */
  service: Type.Optional(Type.String()),
});
/** A grant to revoke, with the user it belongs to. */
export type SavedGrant = Static<typeof SavedGrantSchema>;

const fileValidator = validator(
  Type.Object({ version: Type.Literal(1), grants: Type.Array(SavedGrantSchema) }),
);

const DAMAGED_HINT =
  'Move it away, list the grants with “guildhall grants list”, and revoke those that were meant to be allowed once.';

/** Reads the saved grants of all services. @throws {UserError} if the file is damaged */
export async function readOnceGrants(path: string): Promise<readonly SavedGrant[]> {
  return (await readSavedFile(path, fileValidator, DAMAGED_HINT))?.grants ?? [];
}

/** The text of the file. */
export function renderOnceGrants(grants: readonly SavedGrant[]): string {
  return `${JSON.stringify({ version: 1, grants }, null, 2)}\n`;
}

/**
 * Stores the grants of one service that must be revoked, so that they are revoked even after a crash. Those of others stay in
 * the file until the home uses their service again.
 */
export class OnceGrantsFile {
  readonly #grants: Map<Snowflake, SavedGrant>;
  readonly #ofOthers: readonly SavedGrant[];
  /** The person may allow thousands of connections at once, which end at once. */
  readonly #writes = new SharedRuns(() =>
    this.file.write(renderOnceGrants([...this.#ofOthers, ...this.list()])),
  );

  private constructor(
    private readonly file: PrivateFileWriter,
    private readonly service: string,
    saved: readonly SavedGrant[],
  ) {
    const own = saved.filter((grant) => grant.service === service);
    this.#grants = new Map(own.map((grant) => [grant.grant_id, grant]));
    this.#ofOthers = saved.filter((grant) => grant.service !== service);
  }

  /**
   * @param service as `account.json` names it
   * @throws {UserError} if the file is damaged, because the grants to revoke are unknown then
   */
  static async open(path: string, service: string): Promise<OnceGrantsFile> {
    const saved = await readOnceGrants(path);
    return new OnceGrantsFile(await PrivateFileWriter.open(path), service, saved);
  }

  list(): SavedGrant[] {
    return [...this.#grants.values()];
  }

  async add(grant: SavedGrant): Promise<void> {
    await this.addAll([grant]);
  }

  /** Adds several with one write, and none without one. */
  async addAll(grants: readonly SavedGrant[]): Promise<void> {
    for (const grant of grants) this.#grants.set(grant.grant_id, { ...grant, service: this.service });
    if (grants.length > 0) await this.#writes.run();
  }

  async remove(grantId: Snowflake): Promise<void> {
    if (this.#grants.delete(grantId)) await this.#writes.run();
  }
}
