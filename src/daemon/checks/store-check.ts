import { type Check, type CheckContext, ok, problem, type Result } from '../../control/doctor/finding.js';
import { guildhallCommand } from '../../control/doctor/guildhall-command.js';
import { homeFiles } from '../../platform/home.js';
import { localTime } from '../../platform/text/local-time.js';
import { toShellCommand } from '../../platform/text/shell-word.js';
import { type Snowflake, snowflakeTime } from '../../protocol/snowflake.js';
import { MAX_CLOCK_DIFFERENCE_MS } from '../../store/cluster.js';
import type { ConnectionSettings } from '../../store/postgres/connection-settings.js';
import { inspectStore } from '../../store/sqlite/inspect-store.js';
import { findOwnAccountFile } from '../accounts/saved-accounts.js';
import { readableConfiguration } from './configuration-check.js';

/** How far the clock may be behind the newest record, in milliseconds: ids may be created ahead of time in bursts. */
const TOLERANCE_MS = 60_000;

/** Checks that the store can be opened, and that its newest record is not of the future. */
export const storeCheck: Check = {
  name: 'store',
  // A large store takes long to read.
  withinMs: 120_000,
  readsHome: true,
  async run(context) {
    const damage = context.daemon?.api.damage ?? null;
    if (damage !== null) return [damagedInUse(damage, context)];
    const configuration = await readableConfiguration(context);
    if (configuration?.store) return examineDatabase(configuration.store);
    const files = homeFiles(context.home);
    const { database } = files;
    const isEmbedded = configuration?.apiUrl === null;
    // Another check reports an account file that is damaged.
    const accountFile = isEmbedded ? await findOwnAccountFile(files).catch(() => null) : null;
    const found = await inspectStore(database, accountFile);
    switch (found.state) {
      case 'missing':
        return [ok('it is created at the first start')];
      case 'usable':
        return [checkClock(found.newestId, context.now) ?? ok(database)];
      case 'newer':
        return [
          problem('store_newer', `a newer version of Guildhall made the store ${database}: ${found.reason}`, {
            hint: 'Run that version, or restore a backup that this one made.',
            command: guildhallCommand(context, 'restore', 'BACKUP'),
          }),
        ];
      case 'damaged':
        return [
          problem('store_damaged', `the store ${database} is damaged: ${found.reason}`, {
            hint: 'Restore a backup.',
            command: guildhallCommand(context, 'restore', 'BACKUP'),
          }),
        ];
      case 'unreadable':
        return [
          problem('store_unreadable', `the store ${database} cannot be opened: ${found.reason}`, {
            hint: 'Make it a file that you can read and write.',
            command: toShellCommand('chmod', 'u=rw,go=', database),
          }),
        ];
    }
  },
};

/** The files may look intact, or be in another place. */
function damagedInUse(damage: string, context: CheckContext): Result {
  return problem('store_damaged', `changes are refused: ${damage}`, {
    hint: 'Stop Guildhall. If the files were moved, move them back; otherwise restore a backup. Then start it.',
    command: guildhallCommand(context, 'stop'),
  });
}

function checkClock(newestId: Snowflake, now: number): Result | null {
  if (newestId === '0') return null;
  const newest = snowflakeTime(newestId);
  if (newest <= now + TOLERANCE_MS) return null;
  const [clock, record] = [now, newest].map((time) => localTime(time));
  return problem('clock_behind', `the clock shows ${clock}, but the newest record is of ${record}`, {
    hint: 'Set the clock, for example from the network. Until then new records have wrong times, and codes and tokens last too long.',
    command: 'sudo timedatectl set-ntp true',
  });
}

/** Examines the PostgreSQL database that a configuration names instead of a file. @param url that was checked */
async function examineDatabase(url: string): Promise<Result[]> {
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
  if (Math.abs(aheadMs) <= MAX_CLOCK_DIFFERENCE_MS) return null;
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
