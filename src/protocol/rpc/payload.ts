import type { RpcError } from './errors.js';

/** The RPC version this server speaks (interface.md, Versioning). */
export const RPC_VERSION = 1;

/** Echoed as it came: some clients send numbers, and none need be unique (rpc-facts.md). */
export type Nonce = string | number;

/** A frame from the server. All four keys are always there, in this order (rpc-facts.md, Wire shape). */
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
