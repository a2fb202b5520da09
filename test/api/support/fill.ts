import assert from 'node:assert/strict';
import { openStore } from '#guildhall/store/sqlite/open-store.js';
import { put, type Write } from '#guildhall/store/sqlite/writes.js';
import { memberRow, userRow } from '../../store/sqlite/rows.js';
import type { TestService } from './test-service.js';

/** Puts rows into a service's store while it is down. */
export async function fill(service: TestService, writes: readonly Write[]): Promise<void> {
  const store = await openStore(service.databasePath, (error) => assert.ifError(error));
  await store.writer.commit(writes);
  await store.close();
  await service.restart();
}

/** People `user 1000`, `user 1001` … and their memberships of a guild. */
export function manyMembers(guild: string, count: number): Write[] {
  return Array.from({ length: count }, (_, index) => String(1000 + index)).flatMap((id) => [
    put('users', userRow(id)),
    put('members', memberRow(guild, id)),
  ]);
}
