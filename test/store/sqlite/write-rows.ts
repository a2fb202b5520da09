import { Writer } from '#guildhall/store/sql/writer.js';
import type { Write } from '#guildhall/store/sql/writes.js';
import { SqliteCommitter } from '#guildhall/store/sqlite/committer.js';
import { Database } from '#guildhall/store/sqlite/database.js';

/** Writes rows into the file of a store, which must exist; for more than a test could write through the store itself. */
export async function writeRows(path: string, writes: readonly Write[]): Promise<void> {
  const database = await Database.open(path);
  const writer = new Writer(new SqliteCommitter(database), (error) => {
    throw error;
  });
  try {
    await writer.commit(writes);
  } finally {
    await writer.close();
    await database.close();
  }
}
