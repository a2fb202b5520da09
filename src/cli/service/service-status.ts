import type { CheckName, Finding } from '../../control/doctor/finding.js';
import type { ServiceManager, ServiceQuery } from '../../install/service-manager.js';
import { UserError } from '../../platform/errors.js';
import { examineRunning } from '../support/find-problems.js';
import type { Invocation } from '../support/invocation.js';
import { table } from '../support/table.js';
import { commandsText } from './commands-text.js';
import { type ShownService, serviceText, toShownService } from './shown-service.js';

/** The checks of `doctor` whose findings are things that a service may lack. */
const CAPABILITIES: readonly CheckName[] = ['display', 'device access', 'drivers', 'sound', 'notifications'];

/** What the service cannot do, and why. */
type Missing = Pick<Finding, 'check' | 'message' | 'hint'>;

interface ServiceStatus extends ShownService {
  readonly running: boolean;
  /** null if the daemon could not be asked */
  readonly missing: readonly Missing[] | null;
}

interface StatusFlags {
  readonly print?: boolean | undefined;
  readonly system?: boolean | undefined;
}

/** `guildhall service status`. */
export async function showServiceStatus(
  invocation: Invocation,
  manager: ServiceManager,
  { print = false, system = false }: StatusFlags = {},
): Promise<void> {
  if (print) return invocation.result(manager.query(), queryText);
  const service = await readService(invocation, manager, system);
  // A unit that reacts to something is enabled, but not active.
  const [main] = service.units;
  const running = service.units.some(({ state }) => state === 'active' || state === 'running');
  const missing = system || main?.pid === null ? null : await findMissing(invocation);
  invocation.result<ServiceStatus>({ running, ...service, missing }, (status, guildhall) =>
    [serviceText(status, guildhall), ...missingText(status.missing)].join('\n\n'),
  );
  if (!running) invocation.exitCode = 1;
}

/**
 * The service as it is shown; with --json also where there is no service manager, which programs need not tell from a service
 * that is not installed.
 *
 * @throws {UserError} there is none
 */
async function readService(
  { json }: Invocation,
  manager: ServiceManager,
  system: boolean,
): Promise<ShownService> {
  try {
    return toShownService(await manager.state());
  } catch (error) {
    if (!json || !(error instanceof UserError)) throw error;
    const notes = [error.message, ...(error.hint === null ? [] : [error.hint])];
    return { manager: null, scope: system ? 'system' : 'user', units: [], starts_at_boot: null, notes };
  }
}

function queryText({ commands, reads }: ServiceQuery): string {
  return `# Reads:\n${reads.join('\n')}\n# Then:\n${commandsText(commands)}`;
}

async function findMissing({ daemon }: Invocation): Promise<Missing[] | null> {
  try {
    return listMissing(await examineRunning(daemon));
  } catch {
    // The state is known without it.
    return null;
  }
}

/** What these findings say a service lacks. */
export function listMissing(findings: readonly Finding[]): Missing[] {
  const checks = new Set<string>(CAPABILITIES);
  return findings
    .filter(({ check, level }) => level !== 'ok' && checks.has(check))
    .map(({ check, message, hint }) => ({ check, message, hint }));
}

function missingText(missing: readonly Missing[] | null): string[] {
  if (missing === null || missing.length === 0) return [];
  const rows = missing.map(({ check, message, hint }) => [check, message, hint]);
  return [table(['LACKS', 'REASON', 'HINT'], rows, '')];
}
