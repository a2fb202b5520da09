import type { OutgoingHttpHeaders } from 'node:http';
import { RPC_CLOSES, type RpcClose } from '../../../protocol/rpc/close-codes.js';

/** An HTTP answer in JSON. */
export interface JsonAnswer {
  readonly status: number;
  /** null: no body */
  readonly body: unknown;
  readonly headers?: OutgoingHttpHeaders;
}

/** The HTTP response that corresponds to a WebSocket close code. */
export function refusal({ code, reason: message }: RpcClose): JsonAnswer {
  return { status: code === RPC_CLOSES.INVALID_ORIGIN.code ? 403 : 400, body: { code, message } };
}
