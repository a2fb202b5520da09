import { IpcServer } from './ipc/ipc-server.js';
import { LoopbackPort } from './loopback-port.js';
import type { OpenTransport } from './transport.js';

/**
 * All transports of the RPC server. To add one, create a folder here with its own `FrameChannel` and `Handshake`, and
 * add it to this table (docs/adr/0021-transport-is-a-port.md).
 */
export const TRANSPORTS: readonly OpenTransport[] = [LoopbackPort.open, IpcServer.open];
