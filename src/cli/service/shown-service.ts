import type { ServiceState, UnitState } from '../../install/service-manager.js';
import type { NamedCommand } from '../support/invocation.js';
import { fields } from '../support/table.js';

/** A service as the CLI prints it as JSON (docs/operating.md, Service). */
export interface ShownService {
  /** null: this machine has none, as `notes` say */
  readonly manager: ServiceState['manager'] | null;
  readonly scope: ServiceState['scope'];
  readonly units: readonly ShownUnit[];
  readonly starts_at_boot: boolean | null;
  readonly notes: readonly string[];
}

interface ShownUnit extends Omit<UnitState, 'isCurrent' | 'isEnabled'> {
  readonly current: boolean;
  readonly enabled: boolean;
}

export function toShownService({ manager, scope, units, startsAtBoot, notes }: ServiceState): ShownService {
  return { manager, scope, units: units.map(toShownUnit), starts_at_boot: startsAtBoot, notes };
}

function toShownUnit({ isCurrent, isEnabled, ...rest }: UnitState): ShownUnit {
  return { ...rest, current: isCurrent, enabled: isEnabled };
}

/** The service for people. */
export function serviceText({ units, notes, scope }: ShownService, guildhall: NamedCommand): string {
  const install = guildhall('service', 'install', ...(scope === 'system' ? ['--system'] : []));
  const shown = units.filter(({ path, status }) => path !== null || status !== null);
  if (shown.length === 0) return `not installed (install it with: ${install})`;
  return [...shown.map((unit) => unitText(unit, install)), ...notes].join('\n\n');
}

function unitText(
  { current, enabled, name, path, pid, reason, restarts, state, status }: ShownUnit,
  install: string,
): string {
  const since = restarts === null || restarts === 0 ? '' : `, restarted ${restarts} times after failures`;
  return fields([
    ['service', name],
    ['state', `${state}${reason === null ? '' : ` (${reason})`}${since}`],
    ['process', pid],
    ['does', status],
    ['starts automatically', enabled],
    ['file', `${path}${current ? '' : ` (of another version; update it with: ${install})`}`],
  ]);
}
