import type { ServiceProgram } from '../service-program.js';
import { type UnitSetting, unitPath } from './unit-text.js';

/** A program that has been removed is not a failure. */
export function programExists({ cli }: ServiceProgram): UnitSetting {
  return ['ConditionPathExists', unitPath(cli)];
}

/** How often a unit may be restarted: a program that fails each time must not keep the machine busy. */
export const RESTART_LIMITS: readonly UnitSetting[] = [
  ['StartLimitIntervalSec', '300'],
  ['StartLimitBurst', '6'],
];

/** When a unit is restarted: after a crash and when the event loop is blocked. */
export const RESTARTS: readonly UnitSetting[] = [
  ['Restart', 'on-failure'],
  ['RestartSec', '2'],
  // A start that was refused (1) and wrong usage (2) are the same the next time (docs/reliability.md, Faults).
  ['RestartPreventExitStatus', '1 2'],
  ['WatchdogSec', '30'],
  ['TimeoutStartSec', '120'],
  ['TimeoutStopSec', '15'],
  ['TimeoutAbortSec', '5'],
  // The memory contains tokens, which a core dump would save to the disk.
  ['LimitCORE', '0'],
];
