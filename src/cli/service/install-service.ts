import { NoDaemonError } from '../../control/control-client.js';
import { getStatus } from '../../control/operations/status.js';
import type { InstallOutcome, ServiceManager, ServicePlan } from '../../install/service-manager.js';
import { UserError } from '../../platform/errors.js';
import type { Invocation } from '../support/invocation.js';
import { commandsText } from './commands-text.js';
import { type ShownService, serviceText, toShownService } from './shown-service.js';

const OUTCOMES: Record<InstallOutcome, string> = {
  installed: 'The service is installed and runs.',
  updated: 'The service is updated and runs.',
  unchanged: 'The service is already installed and runs.',
};

interface Installed {
  readonly outcome: InstallOutcome;
  readonly service: ShownService;
}

/** `guildhall service install`. */
export async function installService(
  invocation: Invocation,
  manager: ServiceManager,
  {
    print = false,
    system = false,
  }: { readonly print?: boolean | undefined; readonly system?: boolean | undefined },
): Promise<void> {
  if (print) return invocation.result(manager.plan(), planText);
  if (!system) await requireNoOtherDaemon(invocation, manager);
  const outcome = await manager.install();
  const service = toShownService(await manager.state());
  invocation.result<Installed>(
    { outcome, service },
    (_installed, guildhall) => `${OUTCOMES[outcome]}\n${serviceText(service, guildhall)}`,
  );
}

/** @throws {UserError} if a daemon runs on this home that is not the service: the service could not start */
async function requireNoOtherDaemon({ daemon }: Invocation, manager: ServiceManager): Promise<void> {
  const pid = await daemon.call(getStatus, {}, {}).then(
    (status) => status.pid,
    (error: unknown) => {
      if (error instanceof NoDaemonError) return null;
      throw error;
    },
  );
  if (pid === null) return;
  const { units } = await manager.state();
  // Not every service manager knows the process of its service.
  if (units.some((unit) => unit.pid === pid || (unit.pid === null && unit.path !== null))) return;
  throw new UserError(`a daemon already runs (process ${pid})`, 'Stop it first: guildhall stop');
}

function planText({ files, generated = [], commands }: ServicePlan): string {
  const texts = [
    ...generated.map(({ path, mode }) => `# ${path} (mode ${mode}, random, unless it exists)\n`),
    ...files.map(({ path, text }) => `# ${path}\n${text}`),
  ];
  return `${texts.join('\n')}\n# Then:\n${commandsText(commands)}`;
}
