import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../../client/service-error.js';
import { RPC_CLOSES } from '../../../protocol/rpc/close-codes.js';
import { type AdmissionRules, admit } from '../admission.js';
import { corsHeaders, preflightHeaders } from './cors.js';
import { type JsonAnswer, refusal } from './json-answer.js';
import type { RequestHandshakes } from './request-handshakes.js';

const NOT_FOUND = { code: 0, message: '404: Not Found' };

/** What the page of a registered origin may send. */
const PAGE_CALLS = { methods: ['GET'], headers: [] };

/**
 * Answers `GET /` with 404, by which clients find the port. A page of a registered origin that names its application in
 * the query, as for a WebSocket, may read the response: browsers show their permission prompt for the loopback network
 * only for a plain GET that succeeds (docs/for-games.md, In a browser).
 */
export class PortProbe {
  constructor(
    private readonly rules: AdmissionRules,
    private readonly handshakes: RequestHandshakes,
  ) {}

  async answer(request: IncomingMessage): Promise<JsonAnswer> {
    const origin = await this.#registeredOrigin(request);
    return { status: 404, body: NOT_FOUND, headers: corsHeaders(origin) };
  }

  /** Browsers with Private Network Access also send preflights for a plain GET. */
  async answerPreflight(request: IncomingMessage): Promise<JsonAnswer> {
    const origin = await this.#registeredOrigin(request);
    if (origin === null) return refusal(RPC_CLOSES.INVALID_ORIGIN);
    return { status: 204, body: null, headers: preflightHeaders(request, origin, PAGE_CALLS) };
  }

  /** The Origin of a request if the application in its query has registered it, else null. */
  async #registeredOrigin(request: IncomingMessage): Promise<string | null> {
    if (request.headers.origin === undefined) return null;
    try {
      const decision = await admit(this.rules, this.handshakes.of(request));
      return 'code' in decision ? null : decision.origin;
    } catch (error) {
      // Clients must find the port even if the service is unreachable.
      if (error instanceof ServiceError) return null;
      throw error;
    }
  }
}
