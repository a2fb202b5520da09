import type { UnitState } from '../service-manager.js';
import type { Systemctl } from './systemctl.js';

/** The properties of a unit that its state is made from. */
export const PROPERTIES = [
  ...['ActiveState', 'UnitFileState', 'FragmentPath', 'MainPID', 'NRestarts'],
  ...['Result', 'StatusText', 'ExecMainStatus'],
];

/** The state of a unit. @param isCurrent whether its file is what this version installs */
export async function unitState(systemctl: Systemctl, name: string, isCurrent: boolean): Promise<UnitState> {
  const shown = await systemctl.show(name, PROPERTIES);
  const text = (property: string): string | null => shown.get(property) || null;
  const number = (property: string): number | null => {
    const value = Number(shown.get(property));
    return Number.isSafeInteger(value) ? value : null;
  };
  const result = text('Result');
  return {
    name,
    path: text('FragmentPath'),
    isCurrent,
    isEnabled: text('UnitFileState') === 'enabled',
    state: text('ActiveState') ?? 'unknown',
    reason: result === null || result === 'success' ? null : describeResult(result, number('ExecMainStatus')),
    pid: number('MainPID') || null,
    restarts: number('NRestarts'),
    status: text('StatusText'),
  };
}

function describeResult(result: string, exitCode: number | null): string {
  return result === 'exit-code' && exitCode !== null ? `exit code ${exitCode}` : result;
}
