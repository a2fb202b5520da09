import { NoDaemonError, NotAnsweringError, ServiceOnlyError } from '../../control/control-client.js';
import { examine } from '../../control/doctor/examine.js';
import type { Finding } from '../../control/doctor/finding.js';
import { runDoctor } from '../../control/operations/doctor.js';
import { getStatus } from '../../control/operations/status.js';
import { UserError } from '../../platform/errors.js';
import type { Invocation } from './invocation.js';

/** What a service that answers is called where its process id is unknown: not on Linux. */
const SERVICE = 'guildhall api';

/**
 * The findings of doctor: of the running daemon, else of the machine and the home alone.
 *
 * @param settings environment variables of the settings that a service is to be started with; absent: none. With some, a
 *   running daemon is not asked, because it has others
 */
export async function findProblems(
  { daemon, files, terminal }: Invocation,
  settings: NodeJS.ProcessEnv = {},
): Promise<Finding[]> {
  let daemonSilence: string | null = null;
  let daemonProcess: string | null = null;
  let service: string | null = null;
  try {
    const { pid } = await daemon.call(getStatus, {}, {});
    daemonProcess = String(pid);
    if (Object.keys(settings).length === 0) return await daemon.call(runDoctor, {}, {});
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (error instanceof ServiceOnlyError) service = SERVICE;
    else if (error instanceof NotAnsweringError) daemonSilence = 'it is suspended, or hangs';
    else if (!(error instanceof NoDaemonError)) daemonSilence = error.message;
  }
  // Loaded only here, because few commands need the daemon's modules.
  const [{ START_CHECKS }, { findServiceProcess }] = await Promise.all([
    import('../../daemon/checks/index.js'),
    import('../../daemon/checks/service-process.js'),
  ]);
  return examine({
    home: files.home,
    environment: { ...terminal.environment, ...settings },
    platform: process.platform,
    nodeVersion: process.versions.node,
    daemon: null,
    daemonSilence,
    homeProcess: daemonProcess ?? (await findServiceProcess(files.home)) ?? service,
    startChecks: START_CHECKS,
    now: Date.now(),
  });
}
