import type { Socket } from 'node:net';
import type { Clock } from '../clock.js';
import { DBusError } from './dbus-error.js';

const LINE_END = '\r\n';
const MAX_LINE_BYTES = 4096;

/**
 * Authenticates to a bus as the user of this process, by the credentials of the socket.
 *
 * @param timeout in milliseconds
 * @returns the bytes after the bus's answer
 * @throws {DBusError} if nothing listens or the bus refuses; the socket is closed then
 */
export function authenticate(socket: Socket, clock: Clock, timeout: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const finish = () => {
      stopTimer();
      socket.off('data', read);
      socket.off('close', closed);
    };
    const fail = (reason: string) => {
      finish();
      socket.destroy();
      reject(new DBusError(reason));
    };
    const read = (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      const end = received.indexOf(LINE_END);
      if (end < 0 && received.length > MAX_LINE_BYTES) return fail('the session bus sent an invalid answer');
      if (end < 0) return;
      const line = received.toString('latin1', 0, end);
      if (!line.startsWith('OK ')) return fail(`the session bus refused this user: ${line}`);
      finish();
      socket.write(`BEGIN${LINE_END}`);
      resolve(received.subarray(end + LINE_END.length));
    };
    const closed = () => fail('the session bus closed the connection');
    const stopTimer = clock.after(timeout, () => fail('the session bus did not answer in time'));
    // Stays for the lifetime of the socket: later errors also close it.
    socket.on('error', (error) => fail(`the session bus cannot be reached: ${error.message}`));
    socket.on('data', read);
    socket.once('close', closed);
    const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
    socket.write(`\0AUTH EXTERNAL ${uid}${LINE_END}`);
  });
}
