import { ExactNumber } from '../encoding/encoding.js';
import type { RpcError } from './errors.js';

/** The RPC version this server speaks (docs/rpc.md, Connecting). */
export const RPC_VERSION = 1;

/** Echoed as it came, type and digits included; clients need not send unique ones (docs/rpc.md, Payloads). */
export type Nonce = string | number | boolean | ExactNumber;

/** The key of the nonce in frames of either direction. */
export const NONCE_KEY = 'nonce';

/** How many characters a nonce may have: a reply is never much longer than its command. */
export const NONCE_LENGTH = 16 * 1024;

/** Whether a value of a decoded frame is short enough and of a type to be echoed. */
export function isNonce(value: unknown): value is Nonce {
  if (typeof value === 'string') return value.length <= NONCE_LENGTH;
  if (value instanceof ExactNumber) return value.text.length <= NONCE_LENGTH;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

/** A frame from the server. All four keys are always there, in this order (docs/rpc.md, Payloads). */
export interface RpcFrame {
  readonly cmd: string;
  readonly data: unknown;
  readonly evt: string | null;
  readonly nonce: Nonce | null;
}

export function reply(cmd: string, nonce: Nonce, data: unknown): RpcFrame {
  return { cmd, data, evt: null, nonce };
}

export function dispatch(evt: string, data: unknown): RpcFrame {
  return { cmd: 'DISPATCH', data, evt, nonce: null };
}

/** @param cmd the command that failed, or DISPATCH where the frame named none */
export function errorReply(cmd: string, nonce: Nonce | null, error: RpcError): RpcFrame {
  return { cmd, data: { code: error.code, message: error.message }, evt: 'ERROR', nonce };
}
