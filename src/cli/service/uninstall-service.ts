import { UsageError } from '../../platform/errors.js';
import type { ServiceManager, UninstallOutcome } from '../../service/service-manager.js';
import type { Invocation } from '../support/invocation.js';

interface Uninstalled {
  readonly outcome: UninstallOutcome;
  /** where the data still is; null if it was removed */
  readonly data: string | null;
}

/** `guildhall service uninstall`. */
export async function uninstallService(
  invocation: Invocation,
  manager: ServiceManager,
  {
    purge = false,
    system = false,
  }: { readonly purge?: boolean | undefined; readonly system?: boolean | undefined },
): Promise<void> {
  const { home } = invocation.files;
  if (purge && !system) throw new UsageError('--purge needs --system', `Your data is in ${home}`);
  const outcome = await manager.uninstall({ purge });
  const kept = system ? '/var/lib/private/guildhall-*' : home;
  invocation.result<Uninstalled>({ outcome, data: purge ? null : kept }, ({ data }) => {
    const text = outcome === 'absent' ? 'The service was not installed.' : 'The service is removed.';
    return data === null ? `${text} Its data is removed, too.` : `${text} Its data is kept in ${data}`;
  });
}
