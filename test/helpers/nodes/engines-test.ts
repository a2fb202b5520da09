import { test } from 'node:test';
import { realTest } from '../../hardware/support/programs.js';
import { noPostgres } from '../postgres/postgres-server.js';

/** A test that needs PostgreSQL and a NATS server. Where one is missing it skips and says which; in CI it fails. */
export function enginesTest(title: string, run: () => Promise<void>): void {
  // Without a separate limit: how long several nodes take depends on what else the machine does.
  if (noPostgres === false) realTest(['nats-server'], title, run, Number.POSITIVE_INFINITY);
  else test(title, { skip: noPostgres }, () => {});
}
