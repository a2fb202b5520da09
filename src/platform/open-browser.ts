import { spawn } from 'node:child_process';

/**
 * What opens an address in the person's browser, or null where no desktop is there to show it.
 *
 * @param onError told when the opener cannot be run; the address can still be opened by hand
 */
export function browserOpener(
  environment: NodeJS.ProcessEnv,
  onError: (error: Error) => void,
): ((url: string) => void) | null {
  const opener = openerOf(process.platform, environment);
  if (opener === null) return null;
  return (url) => {
    const child = spawn(opener.command, [...opener.arguments, url], { stdio: 'ignore', detached: true });
    child.once('error', onError);
    child.unref();
  };
}

function openerOf(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
): { command: string; arguments: string[] } | null {
  if (platform === 'darwin') return { command: 'open', arguments: [] };
  // Not `start` of cmd: it would read the address as a command line.
  if (platform === 'win32') return { command: 'rundll32', arguments: ['url.dll,FileProtocolHandler'] };
  const hasDesktop = Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
  return hasDesktop ? { command: 'xdg-open', arguments: [] } : null;
}
