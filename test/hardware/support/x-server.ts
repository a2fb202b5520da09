import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** An X server of the test's own, without a screen, on a display number that was free. */
export interface XServer {
  /** e.g. `:42` */
  readonly display: string;
  /** Runs xdotool on it, e.g. `xdotool('key', 'ctrl+F5')`. */
  xdotool(...args: string[]): Promise<void>;
  stop(): Promise<void>;
}

/** @param wanted its display, e.g. `:42`; one that is free by default */
export async function startXServer(wanted?: string): Promise<XServer> {
  // By itself it would forget its keyboard's layout whenever the last of its programs ends.
  const flags = ['-displayfd', '3', '-screen', '0', '640x480x24', '-nolisten', 'tcp', '-noreset'];
  const server = spawn('Xvfb', wanted === undefined ? flags : [wanted, ...flags], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  // Rejects if the program is not there.
  await once(server, 'spawn');
  const number = server.stdio[3];
  if (!(number instanceof Readable)) throw new TypeError('Xvfb has no pipe to tell its display number');
  const [written] = (await once(number, 'data')) as [Buffer];
  const display = `:${written.toString().trim()}`;
  return {
    display,
    async xdotool(...args) {
      await execute('xdotool', args, { env: { ...process.env, DISPLAY: display }, timeout: 10_000 });
    },
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const exited = once(server, 'exit');
      server.kill();
      await exited;
    },
  };
}
