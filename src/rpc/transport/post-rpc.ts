import type { IncomingMessage } from 'node:http';
import { DecodeError } from '../../protocol/encoding/encoding.js';
import { jsonEncoding } from '../../protocol/encoding/json.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { errorReply } from '../../protocol/rpc/payload.js';
import type { Dispatcher } from '../dispatcher.js';
import type { RpcLimits } from '../limits.js';
import type { RpcSession } from '../session.js';
import { type AdmissionRules, admit } from './admission.js';

/** An HTTP answer in JSON. */
export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * POST /rpc: one command as JSON, one reply, for vendor tools that hold no connection (rpc-facts.md, Wire shape). It
 * comes from no browser page unless its Origin is registered; only commands that need no person are taken.
 */
export class PostRpc {
  constructor(
    private readonly rules: AdmissionRules,
    private readonly dispatcher: Dispatcher,
    private readonly limits: RpcLimits,
  ) {}

  async answer(request: IncomingMessage): Promise<JsonAnswer> {
    const body = await readBody(request, this.limits.frameBytes);
    if (body === null) return { status: 413, body: { code: 0, message: 'Payload Too Large' } };
    // A program that is no browser sends no Origin here; a page cannot help sending one.
    const decision = await admit({ ...this.rules, allowMissingOrigin: true }, request);
    if ('code' in decision) {
      const { code, reason: message } = decision;
      return { status: code === 4001 ? 403 : 400, body: { code, message } };
    }
    const { application, origin } = decision;
    const session: RpcSession = {
      id: `http-${application.id}`,
      transport: 'http',
      application,
      origin,
      authorization: null,
      closed: new AbortController().signal,
      send: () => {},
      close: () => {},
    };
    try {
      return { status: 200, body: await this.dispatcher.dispatch(session, jsonEncoding.decode(body)) };
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      const refusal = rpcErrors.invalidPayload(`Payload is ${error.message}`);
      return { status: 200, body: errorReply('DISPATCH', null, refusal) };
    }
  }
}

/**
 * The request's body, or null if it is longer than allowed. What is too long is still taken off the connection, up to
 * the server's time for a request, so that the answer can be read.
 */
function readBody(request: IncomingMessage, most: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= most) chunks.push(chunk);
      else resolve(null);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}
