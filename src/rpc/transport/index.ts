import { LoopbackPort } from './loopback-port.js';
import type { OpenTransport } from './transport.js';

/**
 * Every way to reach the RPC server. A new one is a folder here with a `FrameChannel` and a `Handshake` of its own, and a line
 * of this table (docs/adr/0030-transport-is-a-port.md).
 */
export const TRANSPORTS: readonly OpenTransport[] = [LoopbackPort.open];
