import type { IncomingMessage } from 'node:http';
import { collectBody } from '../../../net/http/collect-body.js';
import { RPC_CLOSES } from '../../../protocol/rpc/close-codes.js';
import type { UnconnectedCommands } from '../../dispatch/unconnected-commands.js';
import { type AdmissionRules, admit } from '../admission.js';
import type { Handshake } from '../handshake.js';
import { corsHeaders, preflightHeaders } from './cors.js';
import { type JsonAnswer, refusal } from './json-answer.js';
import type { RequestHandshakes } from './request-handshakes.js';

const TOO_LARGE: JsonAnswer = { status: 413, body: { code: 0, message: 'Payload Too Large' } };
const TOO_MANY_REQUESTS: JsonAnswer = { status: 429, body: { code: 0, message: 'Too Many Requests' } };

/** What the page of a registered origin may send. */
const PAGE_CALLS = { methods: ['POST'], headers: ['content-type'] };

export interface PostRpcOptions {
  readonly rules: AdmissionRules;
  readonly handshakes: RequestHandshakes;
  readonly commands: UnconnectedCommands;
  /** the maximum size of a body in bytes; a longer one is answered with 413 */
  readonly bodyBytes: number;
}

/**
 * POST /rpc: one command and one reply in JSON, for vendor tools without a connection (docs/for-vendors.md). Pages are
 * refused unless their Origin is registered.
 */
export class PostRpc {
  constructor(private readonly options: PostRpcOptions) {}

  async answer(request: IncomingMessage): Promise<JsonAnswer> {
    const { bodyBytes, commands, handshakes } = this.options;
    const handshake = handshakes.of(request);
    const decision = await this.#admit(handshake);
    if ('code' in decision) return refusal(decision);
    const body = await new Promise<Buffer | null>((resolve) => collectBody(request, bodyBytes, resolve));
    if (body === null) return TOO_LARGE;
    const reply = await commands.run({ ...decision, findPeer: handshake.findPeer }, body);
    return reply === null
      ? TOO_MANY_REQUESTS
      : { status: 200, body: reply, headers: corsHeaders(decision.origin) };
  }

  /** Answers a preflight; the query of the request names the application. */
  async answerPreflight(request: IncomingMessage): Promise<JsonAnswer> {
    const decision = await this.#admit(this.options.handshakes.of(request));
    if ('code' in decision) return refusal(decision);
    const { origin } = decision;
    // Only browsers send preflights, and they always send an Origin.
    if (origin === null) return refusal(RPC_CLOSES.INVALID_ORIGIN);
    return { status: 204, body: null, headers: preflightHeaders(request, origin, PAGE_CALLS) };
  }

  /** Programs other than browsers send no Origin; browsers always do. */
  #admit(handshake: Handshake): ReturnType<typeof admit> {
    return admit({ ...this.options.rules, allowMissingOrigin: true }, handshake);
  }
}
