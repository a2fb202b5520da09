import { ok, problem, type Result } from '../../control/doctor/finding.js';
import { MOST_CLOCK_DIFFERENCE_MS } from '../../store/cluster.js';
import type { ConnectionSettings } from '../../store/postgres/connection-settings.js';

/** Examines the PostgreSQL database that a configuration names instead of a file. @param url that was checked */
export async function examineDatabase(url: string): Promise<Result[]> {
  // The driver is only loaded if it is used.
  const [{ readConnectionUrl }, { inspectPostgresStore }] = await Promise.all([
    import('../../store/postgres/connection-settings.js'),
    import('../../store/postgres/inspect-store.js'),
  ]);
  const settings = readConnectionUrl(url);
  const { address } = settings;
  const found = await inspectPostgresStore(settings);
  switch (found.state) {
    case 'newer':
      return [
        problem('store_newer', `${address}: ${found.reason}`, {
          hint: `${found.hint ?? 'Run a newer program'}.`,
        }),
      ];
    case 'unusable':
      return [
        problem('database_unusable', `${address}: ${found.reason}`, {
          hint: found.hint ?? 'Check store, that its server runs, the password file and the certificates.',
        }),
      ];
    case 'missing':
    case 'usable': {
      const isMissing = found.state === 'missing';
      const problems = [compareClocks(found.clockAheadMs), await examinePassword(settings)];
      const usable = ok(isMissing ? `the tables of ${address} are created at the first start` : address);
      return [usable, ...problems.filter((result) => result !== null)];
    }
  }
}

/** Nodes whose clocks differ make ids and tokens in another order, and expire what others do not. */
function compareClocks(aheadMs: number): Result | null {
  if (Math.abs(aheadMs) <= MOST_CLOCK_DIFFERENCE_MS) return null;
  const seconds = `${Math.round(Math.abs(aheadMs) / 100) / 10} s`;
  const message = `the clock of this machine is ${seconds} ${aheadMs > 0 ? 'ahead of' : 'behind'} that of PostgreSQL`;
  return problem('clock_differs', message, {
    hint: 'Synchronize the clocks of all machines, e.g. with chrony.',
  });
}

async function examinePassword(settings: ConnectionSettings): Promise<Result | null> {
  const file = await settings.overriddenPasswordFile();
  if (file === null) return null;
  return problem('password_overridden', `PGPASSWORD in the environment is used instead of ${file}`, {
    hint: 'Unset PGPASSWORD to use the password file.',
  });
}
