import Type, { type Static } from 'typebox';
import { SharedRuns } from '../../platform/async/coalesce.js';
import { PrivateFileWriter } from '../../platform/files/private-file.js';
import { readSavedFile } from '../../platform/files/saved-file.js';
import { SnowflakeSchema, validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';

const SavedGrantSchema = Type.Object({ grant_id: SnowflakeSchema, user_id: SnowflakeSchema });
/** A grant to revoke, with the user it belongs to. */
export type SavedGrant = Static<typeof SavedGrantSchema>;

const fileValidator = validator(
  Type.Object({ version: Type.Literal(1), grants: Type.Array(SavedGrantSchema) }),
);

const DAMAGED_HINT =
  'Move it away, list the grants with “guildhall grants list”, and revoke those that were meant to be allowed once.';

/** Reads the saved grants; null if there are none. @throws {UserError} if the file is damaged */
export function readOnceGrants(path: string) {
  return readSavedFile(path, fileValidator, DAMAGED_HINT);
}

/** Stores the grants that must be revoked, so that they are revoked even after a crash. */
export class OnceGrantsFile {
  readonly #grants: Map<Snowflake, SavedGrant>;
  /** The person may allow thousands of connections at once, which end at once. */
  readonly #writes = new SharedRuns(() =>
    this.file.write(`${JSON.stringify({ version: 1, grants: this.list() }, null, 2)}\n`),
  );

  private constructor(
    private readonly file: PrivateFileWriter,
    grants: readonly SavedGrant[],
  ) {
    this.#grants = new Map(grants.map((grant) => [grant.grant_id, grant]));
  }

  /** @throws {UserError} if the file is damaged, because the grants to revoke are unknown then */
  static async open(path: string): Promise<OnceGrantsFile> {
    const saved = await readOnceGrants(path);
    return new OnceGrantsFile(await PrivateFileWriter.open(path), saved?.grants ?? []);
  }

  list(): SavedGrant[] {
    return [...this.#grants.values()];
  }

  async add(grant: SavedGrant): Promise<void> {
    this.#grants.set(grant.grant_id, grant);
    await this.#writes.run();
  }

  /** Adds several with one write, and none without one. */
  async addAll(grants: readonly SavedGrant[]): Promise<void> {
    for (const grant of grants) this.#grants.set(grant.grant_id, grant);
    if (grants.length > 0) await this.#writes.run();
  }

  async remove(grantId: Snowflake): Promise<void> {
    if (this.#grants.delete(grantId)) await this.#writes.run();
  }
}
