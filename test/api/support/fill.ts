import { put, type Write } from '#guildhall/store/sql/writes.js';
import { settingsOfTest } from '../../helpers/postgres/store-of-test.js';
import { writeRowsInPostgres } from '../../helpers/postgres/write-rows.js';
import { memberRow, userRow } from '../../store/sqlite/rows.js';
import { writeRows } from '../../store/sqlite/write-rows.js';
import type { TestService } from './test-service.js';

/** Puts rows into the store of a service, which is restarted. */
export async function fill(service: TestService, writes: readonly Write[]): Promise<void> {
  const settings = settingsOfTest(service.databasePath);
  if (settings === null) await writeRows(service.databasePath, writes);
  else await writeRowsInPostgres(settings, writes);
  await service.restart();
}

/** People `user 1000`, `user 1001` … and their memberships of a guild. */
export function manyMembers(guild: string, count: number): Write[] {
  return Array.from({ length: count }, (_, index) => String(1000 + index)).flatMap((id) => [
    put('users', userRow(id)),
    put('members', memberRow(guild, id)),
  ]);
}
