import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '../../../platform/loopback-host.js';

/** Whether the Host of a request is this machine's: a page that resolves a name of its own to 127.0.0.1 sends another. */
export function isOwnHost(request: IncomingMessage): boolean {
  return isLoopbackHost(request.headers.host, request.socket.localPort ?? 0);
}
