import { type ChildProcess, spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { messageOf, UserError } from '../errors.js';

/**
 * Opens a local page in the person's browser. Calls `onError` if that fails at once; later failures may go unnoticed.
 */
export type OpenPage = (path: string, onError: (error: UserError) => void) => void;

/**
 * How pages are opened on this desktop; null if there is none.
 *
 * Only files are opened, never URLs: other users can read the arguments of a process, and a URL may contain a one-time
 * code (docs/adr/0005).
 */
export function createPageOpener(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): OpenPage | null {
  const opener = findOpener(platform, environment);
  if (opener === null) return null;
  return (path, onError) => {
    const args = [...opener.arguments, pathToFileURL(path).href];
    const failed = (error: unknown) =>
      onError(new UserError(`${opener.command} cannot be run: ${messageOf(error)}`));
    let child: ChildProcess;
    try {
      child = spawn(opener.command, args, { stdio: 'ignore', detached: true, env: environment });
    } catch (error) {
      // Node.js reports some errors as an event, and throws others, e.g. that there is no memory.
      failed(error);
      return;
    }
    child.once('error', failed);
    child.once('exit', (code) => {
      // Some openers become the browser and exit much later, by a signal.
      if (code !== null && code !== 0)
        onError(new UserError(`${opener.command} failed with exit code ${code}`));
    });
    child.unref();
  };
}

function findOpener(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
): { command: string; arguments: string[] } | null {
  if (platform === 'darwin') return { command: 'open', arguments: [] };
  // Not `start` of cmd: it would parse the URL as a command line.
  if (platform === 'win32') return { command: 'rundll32', arguments: ['url.dll,FileProtocolHandler'] };
  const hasDesktop = Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
  if (!hasDesktop) return null;
  const isService = Boolean(environment.NOTIFY_SOCKET && environment.MANAGERPID);
  if (!isService) return { command: 'xdg-open', arguments: [] };
  // A browser that belongs to the service of a person would be ended with it.
  return { command: 'systemd-run', arguments: ['--user', '--scope', '--quiet', '--collect', 'xdg-open'] };
}
