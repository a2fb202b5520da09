import { ok, problem, type Result } from '../../control/doctor/finding.js';

/** Examines the PostgreSQL database that a configuration names instead of a file. @param url that was checked */
export async function examineDatabase(url: string): Promise<Result> {
  // The driver is only loaded if it is used.
  const [{ readConnectionUrl }, { inspectPostgresStore }] = await Promise.all([
    import('../../store/postgres/connection-settings.js'),
    import('../../store/postgres/inspect-store.js'),
  ]);
  const settings = readConnectionUrl(url);
  const { address } = settings;
  const found = await inspectPostgresStore(settings);
  switch (found.state) {
    case 'missing':
      return ok(`the tables of ${address} are created at the first start`);
    case 'usable':
      return ok(address);
    case 'newer':
      return problem('store_newer', `${address}: ${found.reason}`, {
        hint: `${found.hint ?? 'Run a newer program'}.`,
      });
    case 'unusable':
      return problem('database_unusable', `${address}: ${found.reason}`, {
        hint: found.hint ?? 'Check store, that its server runs, the password file and the certificates.',
      });
  }
}
