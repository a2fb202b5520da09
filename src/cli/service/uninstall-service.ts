import type { ServiceManager, ServiceRemoval, UninstallOutcome } from '../../install/service-manager.js';
import { UsageError } from '../../platform/errors.js';
import type { Invocation } from '../support/invocation.js';
import { commandsText } from './commands-text.js';

interface Uninstalled {
  readonly outcome: UninstallOutcome;
  /** where the data still is; null if it was removed */
  readonly data: string | null;
}

interface UninstallFlags {
  readonly print?: boolean | undefined;
  readonly purge?: boolean | undefined;
  readonly system?: boolean | undefined;
}

/** `guildhall service uninstall`. */
export async function uninstallService(
  invocation: Invocation,
  manager: ServiceManager,
  { print = false, purge = false, system = false }: UninstallFlags,
): Promise<void> {
  const { home } = invocation.files;
  if (purge && !system) throw new UsageError('--purge needs --system', `Your data is in ${home}`);
  if (print) return invocation.result(manager.removal({ purge }), removalText);
  const outcome = await manager.uninstall({ purge });
  const kept = system ? '/var/lib/private/guildhall-*' : home;
  invocation.result<Uninstalled>({ outcome, data: purge ? null : kept }, ({ data }) => {
    const text = outcome === 'absent' ? 'The service was not installed.' : 'The service is removed.';
    return data === null ? `${text} Its data is removed, too.` : `${text} Its data is kept in ${data}`;
  });
}

function removalText({ commands, removes }: ServiceRemoval): string {
  return `${commandsText(commands)}\n# Then removes:\n${removes.join('\n')}`;
}
