import type { IncomingMessage } from 'node:http';
import type { FrameBudgets } from '../../net/frame-budget.js';
import { DecodeMeter } from '../../protocol/encoding/decode-meter.js';
import { DecodeError } from '../../protocol/encoding/encoding.js';
import { jsonEncoding } from '../../protocol/encoding/json.js';
import { RPC_CLOSES, type RpcClose } from '../../protocol/rpc/close-codes.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { errorReply, NONCE_KEY } from '../../protocol/rpc/payload.js';
import type { ApplicationAccesses } from '../application-accesses.js';
import { corsHeaders, preflightHeaders } from '../cors.js';
import type { Dispatcher } from '../dispatcher.js';
import { decodeBounds, type RpcLimits } from '../limits.js';
import { type RpcSession, unconnectedSessionId } from '../session.js';
import { type AdmissionRules, type Admitted, admit } from './admission.js';
import { type JsonAnswer, refusal } from './json-answer.js';

const TOO_MANY_REQUESTS: JsonAnswer = { status: 429, body: { code: 0, message: 'Too Many Requests' } };

/** What the page of a registered origin may send. */
const PAGE_CALLS = { methods: ['POST'], headers: ['content-type'] };

export interface PostRpcOptions {
  readonly rules: AdmissionRules;
  readonly accesses: ApplicationAccesses;
  readonly dispatcher: Dispatcher;
  readonly limits: RpcLimits;
  readonly budgets: FrameBudgets;
}

/**
 * POST /rpc: one command as JSON, one reply, for vendor tools that hold no connection (rpc-facts.md, Wire shape). It
 * comes from no browser page unless its Origin is registered; only commands that need no person are taken.
 */
export class PostRpc {
  constructor(private readonly options: PostRpcOptions) {}

  async answer(request: IncomingMessage): Promise<JsonAnswer> {
    const { accesses, budgets, dispatcher, limits } = this.options;
    const decision = await this.#admit(request);
    if ('code' in decision) return refusal(decision);
    const body = await readBody(request, limits.frameBytes);
    if (body === null) return { status: 413, body: { code: 0, message: 'Payload Too Large' } };
    const { application, origin } = decision;
    const headers = corsHeaders(origin);
    const session: RpcSession = {
      id: unconnectedSessionId(application.id),
      transport: 'http',
      application,
      access: await accesses.get(application.id),
      origin,
      authorization: null,
      closed: new AbortController().signal,
      findPeer: async () => null,
      whileAsking: (answer) => answer,
      markAgreed: () => {},
      send: () => {},
      close: () => {},
    };
    const meter = new DecodeMeter(decodeBounds(limits));
    const budget = budgets.create();
    if (!budget.chargeFrame(body.length, false)) return TOO_MANY_REQUESTS;
    try {
      const payload = jsonEncoding.decode(body, meter, NONCE_KEY);
      if (!budget.chargeDecoding(meter, false)) return TOO_MANY_REQUESTS;
      return { status: 200, body: await dispatcher.dispatch(session, payload), headers };
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      if (!budget.chargeDecoding(meter, false)) return TOO_MANY_REQUESTS;
      const invalid = rpcErrors.invalidPayload(`Payload is ${error.message}`);
      return { status: 200, body: errorReply('DISPATCH', null, invalid), headers };
    }
  }

  /** Answers a browser that asks whether a page may post here: its query names the application. */
  async answerPreflight(request: IncomingMessage): Promise<JsonAnswer> {
    const decision = await this.#admit(request);
    if ('code' in decision) return refusal(decision);
    const { origin } = decision;
    // Only browsers send preflights, and those name their page.
    if (origin === null) return refusal(RPC_CLOSES.INVALID_ORIGIN);
    return { status: 204, body: null, headers: preflightHeaders(request, origin, PAGE_CALLS) };
  }

  /** A program that is no browser sends no Origin here; a page cannot help sending one. */
  #admit(request: IncomingMessage): Promise<Admitted | RpcClose> {
    return admit({ ...this.options.rules, allowMissingOrigin: true }, request);
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
    // It may have ended before anybody listened.
    if (request.destroyed) resolve(null);
  });
}
