import assert from 'node:assert/strict';
import { type Clock, systemClock } from '#guildhall/platform/clock.js';
import { writeBackup } from '#guildhall/store/copy/write-backup.js';
import type { ConnectionSettings } from '#guildhall/store/postgres/connection-settings.js';
import type { DatabaseUse } from '#guildhall/store/postgres/database-lock.js';
import { openPostgresStore } from '#guildhall/store/postgres/open-store.js';
import { LEASE_STATEMENT_MS } from '#guildhall/store/postgres/ownership-store.js';
import type { Store } from '#guildhall/store/store.js';
import { patience } from '../../../helpers/patience.js';

export interface NodeOptions {
  /** by default as one of several nodes */
  readonly use?: DatabaseUse;
  /** by default the system's, with more time for statements about leases */
  readonly clock?: Clock;
  /** by default it fails the test */
  readonly onError?: (error: unknown) => void;
  /** the steps of the schema that its program knows; by default all */
  readonly steps?: readonly string[];
}

/** A busy machine may take longer to answer than a node with a lease can wait. The server still ends such a statement. */
const patientClock: Clock = {
  ...systemClock,
  after: (ms, callback) => systemClock.after(ms === LEASE_STATEMENT_MS ? patience() : ms, callback),
};

/** Opens the store of a database, as one of several nodes would by default. */
export function openNode(settings: ConnectionSettings, options: NodeOptions = {}): Promise<Store> {
  return openPostgresStore({
    settings,
    use: 'node',
    clock: patientClock,
    onError: (error) => assert.fail(String(error)),
    backup: (path) => writeBackup(settings, path),
    ...options,
  });
}
