import { connect } from 'node:net';

/** How long a local server may take to accept a connection, in milliseconds. */
const TIMEOUT_MS = 2_000;

/** Whether a server accepts connections at a Unix socket. Nothing is sent to it. */
export function acceptsConnections(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const finish = (isAccepted: boolean) => {
      socket.destroy();
      resolve(isAccepted);
    };
    socket.setTimeout(TIMEOUT_MS, () => finish(false));
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}
