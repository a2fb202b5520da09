import type { TestDaemon } from '../../helpers/daemon.js';
import { eventually } from '../../helpers/eventually.js';
import type { RawRpcClient } from '../../helpers/rpc-client.js';

/** The log level of a daemon for `startCapture`. */
export const LOGS_CAPTURES = { GUILDHALL_LOG_LEVEL: 'debug' };

/** How often the driver has begun to read keys. */
const timesRead = ({ stdout }: TestDaemon) =>
  stdout.split('\n').filter((line) => line.includes('driver reads keys') && line.includes('keyboard-mouse'))
    .length;

/** Starts a capture and returns once its driver listens: a key pressed from then on is heard. */
export async function startCapture(client: RawRpcClient, daemon: TestDaemon): Promise<void> {
  await untilKeysAreRead(daemon, () =>
    client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' }),
  );
}

/** Runs what makes the daemon read keys, and returns once its driver listens. */
export async function untilKeysAreRead(daemon: TestDaemon, begin: () => unknown): Promise<void> {
  const before = timesRead(daemon);
  await begin();
  await eventually(() => timesRead(daemon) > before);
}
