import { dirname, isAbsolute, relative } from 'node:path';
import { describeEarlierServers } from '../control/earlier-servers.js';
import type { DaemonStatus } from '../control/status.js';
import { countText } from '../platform/text/count-text.js';
import { toShellCommand } from '../platform/text/shell-word.js';
import { RPC_PORTS } from '../protocol/rpc/ports.js';

/** What the line names of the status. */
export type DescribedDaemon = Pick<DaemonStatus, 'rpc' | 'api'> & {
  readonly console: DaemonStatus['console'];
};

/** The state of the daemon in one line for people, e.g. in `systemctl status`. @param missing see `findMissingDesktop` */
export function describeDaemon({ rpc, api, console: page }: DescribedDaemon, missing: string | null): string {
  const service = api.embedded ? `API ${api.url}` : `service ${api.url}`;
  const parts = [
    `RPC ${rpc.host}:${rpc.port} (${countText(rpc.connections, 'application')} connected)`,
    `${service}${api.connected ? '' : ' (not connected)'}${api.damage ? ' (refuses changes)' : ''}`,
    `console ${page.url}`,
    ...(missing === null ? [] : [missing]),
  ];
  return parts.join('; ');
}

/** The words of a command of the CLI for a home, as `commandsOf` gives them. */
type Command = (...words: string[]) => string;

/** What the start names of the status. */
export type WelcomedDaemon = DescribedDaemon &
  Pick<DaemonStatus, 'earlier_servers' | 'guilds' | 'sign_in' | 'user'>;

/**
 * What a person can do once the daemon serves, in three lines, and one more if programs may not find it.
 *
 * @param command the words of a command of the CLI for this home, e.g. `node dist/cli/main.js console`
 */
export function welcomeText(daemon: WelcomedDaemon, command: Command): string {
  const { rpc, api, console: page, earlier_servers } = daemon;
  const service = api.embedded ? `your own service is ${api.url}` : `the service is ${api.url}`;
  return [
    `Guildhall is serving: programs connect to port ${rpc.port}, ${service}${api.connected ? '' : ' (not connected)'}`,
    `See and decide everything in the browser: ${command('console')} (${page.url})`,
    ...noteAddress(),
    describeNextStep(daemon, command, 'Ctrl+C stops it.'),
  ].join('\n');

  function noteAddress(): string[] {
    if (!RPC_PORTS.includes(rpc.port))
      return [`Note: programs look for Guildhall at the ports 6463 to 6472 only, not at ${rpc.port}`];
    const others = describeEarlierServers(earlier_servers);
    return others === null ? [] : [`Note: ${others}`];
  }
}

/** What the start prints elsewhere, e.g. into the journal: the addresses, and what the person can do next. */
export function servingText(daemon: WelcomedDaemon, command: Command): string {
  const { rpc, api, console: page } = daemon;
  return [
    `Guildhall is serving: RPC ws://${rpc.host}:${rpc.port}, API ${api.url}, console ${page.url}`,
    describeNextStep(daemon, command, `Stop it: ${command('stop')}`),
  ].join('\n');
}

/** @param stop how the person ends the daemon */
function describeNextStep(
  { guilds = 0, sign_in, user }: Pick<WelcomedDaemon, 'guilds' | 'sign_in' | 'user'>,
  command: Command,
  stop: string,
): string {
  if (sign_in === 'out' || sign_in === 'refused') return `Nobody is signed in. Sign in: ${command('login')}`;
  if (user === null)
    return `Nobody is signed in yet, because the service does not answer: ${command('doctor')}`;
  if (guilds > 0) return `Signed in as ${user.username}, in ${countText(guilds, 'guild')}. ${stop}`;
  const create = command('guilds', 'create', 'NAME');
  return `You are in no guild yet. Create one: ${create}; or look around: ${command('demo')}`;
}

/**
 * The words of commands as they work in this terminal.
 *
 * @param program the path of the CLI: in a checkout `guildhall` is not in the PATH
 * @param node the path of this Node.js: packages for Windows have one of their own, in a folder above the CLI
 * @param home set if the commands need it
 */
export function commandsOf(
  { program, node, workingFolder }: { readonly [name in 'program' | 'node' | 'workingFolder']: string },
  home: string | undefined,
): Command {
  const isInPath = !program.endsWith('.js') || isBelow(dirname(node), program);
  const path = isBelow(workingFolder, program) ? relative(workingFolder, program) : program;
  const start = isInPath ? ['guildhall'] : ['node', path];
  const end = home === undefined ? [] : ['--home', home];
  return (...words) => toShellCommand(...start, ...words, ...end);
}

/** Whether a file is in a folder or below it. */
function isBelow(folder: string, file: string): boolean {
  const path = relative(folder, file);
  // Absolute on another drive of Windows.
  return !path.startsWith('..') && !isAbsolute(path);
}

/**
 * What a daemon without a desktop session lacks and why, in one line for people; null if it has one. A service that starts
 * before the person logs in has none (docs/operating.md, Without a desktop).
 */
export function findMissingDesktop(
  platform: NodeJS.Platform,
  { DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv,
): string | null {
  // Elsewhere services of a person run in the desktop session only.
  if (platform !== 'linux' || DISPLAY || WAYLAND_DISPLAY) return null;
  return 'no desktop session: no notifications, requests open no page, keys only from readable devices';
}
