import type { ServiceFile } from '../service-manager.js';
import { type DaemonCommand, startCommand } from '../service-program.js';
import { programExists, RESTART_LIMITS, RESTARTS } from './restarts.js';
import { commandLine, unitText, VERSION_KEY } from './unit-text.js';

/** The unit of the daemon. */
export const USER_UNIT = 'guildhall.service';
/** The unit that makes the daemon use a desktop session that began after it. */
export const DESKTOP_UNIT = 'guildhall-desktop.service';

/**
 * The units of a person's own service (docs/operating.md, Service).
 *
 * @param folder of the person's units
 */
export function userUnits(service: DaemonCommand, folder: string): ServiceFile[] {
  return [
    { path: `${folder}/${USER_UNIT}`, text: daemonUnit(service) },
    { path: `${folder}/${DESKTOP_UNIT}`, text: desktopUnit() },
  ];
}

/** Without a sandbox: it opens the person's browser, which would be in it, too. */
function daemonUnit(service: DaemonCommand): string {
  const { program } = service;
  return unitText({
    Unit: [
      ['Description', 'Guildhall, local access to guilds, voice and devices'],
      [VERSION_KEY, program.version],
      programExists(program),
      ...RESTART_LIMITS,
    ],
    Service: [
      ['Type', 'notify'],
      ['NotifyAccess', 'main'],
      ['ExecStart', commandLine(startCommand(service))],
      ...RESTARTS,
      // The daemon ends its driver hosts; what has not ended then is killed.
      ['KillMode', 'mixed'],
      ['UMask', '0077'],
    ],
    Install: [['WantedBy', 'default.target']],
  });
}

/** A daemon that started before the session does not know its display. */
function desktopUnit(): string {
  const restart = commandLine(['/usr/bin/systemctl', '--user', 'try-restart', USER_UNIT]);
  return unitText({
    Unit: [
      ['Description', 'Guildhall uses the desktop session'],
      ['After', 'graphical-session.target'],
    ],
    Service: [
      ['Type', 'oneshot'],
      ['ExecStart', restart],
    ],
    Install: [['WantedBy', 'graphical-session.target']],
  });
}
