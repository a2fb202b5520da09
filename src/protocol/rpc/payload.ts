import { ExactNumber } from '../encoding/encoding.js';
import type { RpcError } from './errors.js';

/** The supported RPC version (docs/rpc.md, Connecting). */
export const RPC_VERSION = 1;

/** Echoed unchanged, including type and digits; nonces need not be unique (docs/rpc.md, Payloads). */
export type Nonce = string | number | boolean | ExactNumber;

/** The key of the nonce in frames of both directions. */
export const NONCE_KEY = 'nonce';

/** The maximum length of a nonce in characters, so that replies are never much longer than commands. */
export const NONCE_LENGTH = 16 * 1024;

/** Whether a decoded value can be echoed as a nonce. */
export function isNonce(value: unknown): value is Nonce {
  if (typeof value === 'string') return value.length <= NONCE_LENGTH;
  if (value instanceof ExactNumber) return value.text.length <= NONCE_LENGTH;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

/** A frame from the server. All four keys are always present, in this order (docs/rpc.md, Payloads). */
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

/** @param cmd the command that failed, or DISPATCH if the frame named none */
export function errorReply(cmd: string, nonce: Nonce | null, error: RpcError): RpcFrame {
  return { cmd, data: { code: error.code, message: error.message }, evt: 'ERROR', nonce };
}
