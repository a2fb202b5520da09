import { connect, type Socket } from 'node:net';

const BUFFER = Buffer.allocUnsafe(256 * 1024);

/**
 * Connects to a port of this machine, or to the path of a socket. All sockets of the process read into the same buffer: what `onBytes` gets is
 * overwritten once it returns.
 */
export function openSocket(
  target: number | string,
  onBytes: (bytes: Buffer) => void,
  onClose: () => void,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...(typeof target === 'string' ? { path: target } : { host: '127.0.0.1', port: target, noDelay: true }),
      onread: {
        buffer: BUFFER,
        callback: (count) => {
          onBytes(BUFFER.subarray(0, count));
          return true;
        },
      },
    });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
    socket.once('close', onClose);
  });
}
