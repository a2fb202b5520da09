import type { Machine } from './machine.js';

/** How the service starts Guildhall. */
export interface ServiceProgram {
  /** the absolute path of Node.js */
  readonly node: string;
  /** the absolute path of the CLI's program, `dist/cli/main.js` */
  readonly cli: string;
  /** of Guildhall; an upgrade makes the service outdated, so that installing it again restarts it */
  readonly version: string;
}

/** How the service starts the daemon. */
export interface DaemonCommand {
  readonly program: ServiceProgram;
  /** the home of the daemon; null: the default */
  readonly home: string | null;
}

/** The daemon as a service of the person who runs this program. */
export interface DaemonService extends DaemonCommand {
  readonly machine: Machine;
}

/** The words of the command that starts the daemon. */
export function startCommand({ program: { node, cli }, home }: DaemonCommand): string[] {
  return [node, cli, ...(home === null ? [] : ['--home', home]), 'start'];
}
