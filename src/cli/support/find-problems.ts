import {
  type ControlClient,
  NoDaemonError,
  NoSocketError,
  NotAnsweringError,
  ServiceOnlyError,
} from '../../control/control-client.js';
import { examine } from '../../control/doctor/examine.js';
import type { Finding, GivenFlags } from '../../control/doctor/finding.js';
import { isTrustedHome } from '../../control/doctor/home-owner.js';
import { runDoctor } from '../../control/operations/doctor.js';
import { getStatus } from '../../control/operations/status.js';
import { systemClock } from '../../platform/clock.js';
import { UserError } from '../../platform/errors.js';
import type { Invocation } from './invocation.js';

/** What a service that answers is called where its process id is unknown: not on Linux. */
const SERVICE = 'guildhall api';

/** Receives what a check is, e.g. `display (the X display :0)`. */
type OnCheck = (what: string) => void;

/** What runs with a home, as far as it can be asked. */
interface Running {
  /** what a daemon that answers found; null: it was not asked */
  readonly findings: Finding[] | null;
  /** the process id of a daemon that answers */
  readonly daemonProcess: string | null;
  /** a service that answers */
  readonly service: string | null;
  /** why a daemon or service that seems to run did not answer */
  readonly silence: string | null;
}

/**
 * The findings of doctor: of the running daemon, else of the machine and the home alone.
 *
 * @param onCheck called before each check
 * @param flags of `guildhall api` that the service is to be started with; with some, a running daemon is not asked,
 *   because it has others
 * @throws {UsageError} if the value of a flag is invalid
 */
export async function findProblems(
  invocation: Invocation,
  flags: GivenFlags = {},
  onCheck: OnCheck | null = null,
): Promise<Finding[]> {
  const { daemon, files, terminal } = invocation;
  const hasFlags = Object.keys(flags).length > 0;
  if (hasFlags) (await import('../../daemon/configuration.js')).checkFlags(flags);
  const running = await askRunning(daemon, { isExamined: !hasFlags, onCheck });
  if (running.findings !== null) return running.findings;
  // Loaded only here, because few commands need the daemon's modules.
  const [{ START_CHECKS }, { findServiceProcess }, { readableConfiguration }] = await Promise.all([
    import('../../daemon/checks/index.js'),
    import('../../daemon/checks/home-in-use-check.js'),
    import('../../daemon/checks/configuration-check.js'),
  ]);
  const { home } = files;
  const { environment } = terminal;
  const isTrusted = await isTrustedHome(home);
  const service = (isTrusted ? await findServiceProcess(home) : null) ?? running.service;
  const configuration = isTrusted ? await readableConfiguration({ home, environment, flags }) : null;
  const { bus = null, node = null } = configuration ?? {};
  // A daemon refuses to be a node.
  const isService = service !== null || hasFlags || node !== null || bus !== null;
  return examine({
    home,
    environment,
    platform: process.platform,
    nodeVersion: process.versions.node,
    daemon: null,
    daemonSilence: running.silence,
    homeProcess: running.daemonProcess ?? service,
    startChecks: START_CHECKS,
    role: isService ? 'service' : 'daemon',
    flags,
    now: Date.now(),
    clock: systemClock,
    ...(onCheck !== null && { onCheck }),
  });
}

async function askRunning(
  daemon: ControlClient,
  { isExamined, onCheck }: { readonly isExamined: boolean; readonly onCheck: OnCheck | null },
): Promise<Running> {
  const nothing: Running = { findings: null, daemonProcess: null, service: null, silence: null };
  try {
    const { pid } = await daemon.call(getStatus, {}, {});
    const findings = isExamined ? await examineRunning(daemon, onCheck) : null;
    return { ...nothing, findings, daemonProcess: String(pid) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (error instanceof NoDaemonError || error instanceof NoSocketError) return nothing;
    if (error instanceof ServiceOnlyError) return { ...nothing, service: SERVICE };
    const isSilent = error instanceof NotAnsweringError;
    return { ...nothing, silence: isSilent ? 'it is suspended, or hangs' : error.message };
  }
}

/** What a running daemon finds. @throws {UserError} */
export async function examineRunning(
  daemon: ControlClient,
  onCheck: OnCheck | null = null,
): Promise<Finding[]> {
  let findings: Finding[] = [];
  for await (const item of daemon.stream(runDoctor, {}, {})) {
    if (item.part === 'check') onCheck?.(item.value);
    else findings = item.value;
  }
  return findings;
}
