import type { IncomingMessage, ServerResponse } from 'node:http';
import { mediaTypeOf } from '../../net/http/collect-body.js';
import { dropRest } from '../../net/http/drop-rest.js';
import { thenOrNow } from '../../platform/async/then-or-now.js';
import { hashSecret } from '../../platform/crypto/secrets.js';
import type { Authentication } from '../accounts/authentication.js';
import { MultipartBody } from '../attachments/read-parts.js';
import { type Caller, quotaHolder } from '../core/caller.js';
import { OAuth2Error, RestError } from '../core/errors.js';
import { errorReply } from '../core/http/error-reply.js';
import type { FailureLog } from '../core/http/failure-log.js';
import type { RateLimiter } from '../core/http/rate-limiter.js';
import { FormBody, NO_BODY, type ParseBody, receiveBody } from '../core/http/request-body.js';
import type { CallTurns } from './call-turns.js';
import type { Call, Operation, OperationAccess } from './operation.js';
import type { Endpoint, OperationRoute } from './operation-routes.js';
import type { OperationServices } from './operation-services.js';
import type { RequestTurns } from './request-turns.js';
import { sendFailure, sendResult } from './send-reply.js';

/** A call that was authenticated and counted, as it can be carried out here or on another node. */
export interface ReceivedCall {
  readonly method: string;
  /** as in the request line */
  readonly target: string;
  readonly params: Readonly<Record<string, string>>;
  readonly caller: Caller | null;
  readonly reason: string | null;
  readonly address: string;
  /** as the client sent it; undefined: none */
  readonly body: unknown;
  readonly upload: MultipartBody | null;
  /** Carries it out on this node. */
  here(): unknown;
}

/** Carries out calls on the nodes that own their guilds. */
export interface Forwarding {
  /**
   * @param toReceived makes what is sent to another node
   * @returns what a handler returns
   * @throws what a handler throws; {ForwardedError} the error of another node
   */
  run(endpoint: Endpoint, call: Call<string, unknown, unknown>, toReceived: () => ReceivedCall): unknown;
}

/** Of the only process, which owns every guild. */
export const CARRIED_OUT_HERE: Forwarding = {
  run: ({ operation }, call) => operation.handle(call),
};

/** What answering requests needs, and the services that operations may need. */
export interface RequestContext {
  readonly authentication: Pick<Authentication, 'byHeader' | 'known'>;
  readonly rateLimiter: RateLimiter;
  readonly services: OperationServices;
  readonly forwarding: Forwarding;
  readonly failures: FailureLog;
  readonly readTurns: CallTurns;
  readonly changeTurns: CallTurns;
  readonly turns: RequestTurns;
  /** Whether the service answers a request at all, by its Host and Origin. */
  isAllowed(request: IncomingMessage): boolean;
}

/**
 * One request for an operation. It is answered without a promise if everything that it needs is in memory: a promise
 * takes longer than all other steps together.
 */
export class OperationRequest {
  /** of the reply, names and values in turn */
  readonly #headers: string[];
  #upload: MultipartBody | null = null;

  constructor(
    private readonly context: RequestContext,
    private readonly route: OperationRoute,
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
  ) {
    this.#headers = [...route.endpoint.headers];
  }

  /**
   * Checks Host and Origin, receives the body, authenticates the caller, takes the quota, checks access, parses the body, checks
   * path, query and body, in this order, calls the handler and sends the reply.
   */
  answer(): void {
    const { context, request, route } = this;
    const { accepts, bodyBytes, method } = route.endpoint.operation;
    if (!context.isAllowed(request)) {
      this.#refuse(new RestError('FORBIDDEN'));
    } else if (method === 'GET') {
      this.#received(NO_BODY);
    } else if (accepts.includes('multipart') && mediaTypeOf(request) === 'multipart/form-data') {
      this.#upload = new MultipartBody(request, request.headers['content-type'] ?? '');
      this.#received(NO_BODY);
    } else {
      receiveBody(
        request,
        bodyBytes,
        (parse) => this.#inTurn(() => this.#received(parse)),
        (error) => this.#refuse(error),
      );
    }
  }

  #received(parse: ParseBody): void {
    this.#orRefuse(() => {
      const caller = this.#findCaller();
      if (caller instanceof Promise) this.#later(caller, (found) => this.#carryOut(found, parse));
      else this.#carryOut(caller, parse);
    });
  }

  #carryOut(caller: Caller | null, parse: ParseBody): void {
    const result = this.#call(caller, parse);
    const isRead = caller !== null && this.route.endpoint.operation.method === 'GET';
    if (result instanceof Promise)
      this.#later(result, (value) => (isRead ? this.#sendRead(value) : this.#send(value)));
    else this.#send(result);
  }

  /** What was read from the store may have been stored after the caller's token was revoked. */
  #sendRead(value: unknown): void {
    const valid = this.#requireToken();
    if (valid instanceof Promise) this.#later(valid, () => this.#send(value));
    else this.#send(value);
  }

  /** @throws {RestError} UNAUTHORIZED if the token of the caller is not valid any more; also later */
  #requireToken(): void | Promise<void> {
    return thenOrNow(this.#findCaller(), (caller) => {
      if (caller === null) throw new RestError('UNAUTHORIZED');
    });
  }

  /** Continues in a turn of the caller. */
  #later<Value>(promise: Promise<Value>, use: (value: Value) => void): void {
    promise.then(
      (value) => this.#inTurn(() => use(value)),
      (error: unknown) => this.#inTurn(() => this.#refuse(error)),
    );
  }

  #inTurn(step: () => void): void {
    this.context.turns.run(this.request, () => this.#orRefuse(step));
  }

  #orRefuse(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** Answers with an error, whatever was thrown, and logs it if it is an internal one. */
  #refuse(error: unknown): void {
    const { operation } = this.route.endpoint;
    const failure = errorReply(error, this.route.endpoint.wirePath(this.route.version));
    if (failure.isInternal) {
      this.context.failures.failed(error, { method: operation.method, route: operation.path });
    }
    if (this.#upload !== null) void dropRest(this.#upload.stream);
    sendFailure(this.response, failure, this.#headers);
  }

  #send(result: unknown): void {
    // Node.js would discard the rest of a form without a limit.
    if (this.#upload !== null) void dropRest(this.#upload.stream);
    const { status } = this.route.endpoint.operation;
    sendResult(this.response, status, this.#headers, result);
  }

  #findCaller(): Caller | null | Promise<Caller | null> {
    const { authorization } = this.request.headers;
    const { access } = this.route.endpoint.operation;
    if (access === 'application' || authorization === undefined) return null;
    return this.context.authentication.byHeader(authorization);
  }

  #call(caller: Caller | null, parse: ParseBody): unknown {
    const { endpoint, version, input, refusal } = this.route;
    const { operation } = endpoint;
    const { headers } = this.request;
    const address = this.request.socket.remoteAddress ?? '';
    const who = caller === null ? address : quotaHolder(caller);
    if (operation.access !== 'application') this.#count(who);
    const authorized = needsCaller(operation) ? requireAccess(caller, operation.access) : null;
    // Not before: nobody without access makes this process parse.
    const body = parse();
    if (input === null) throw refusal;
    const plain = plainBody(body, operation);
    const call: Call<string, unknown, unknown> = {
      caller: authorized,
      params: input.params,
      query: input.query,
      readBody: endpoint.readBody(plain, version),
      upload: this.#upload,
      hashToken: hashSecret,
      services: this.context.services,
      version,
      reason: readReason(headers['x-audit-log-reason']),
      authorization: headers.authorization,
      address,
      countRequest: (who) => this.#count(who),
      requireToken: () => this.#requireToken(),
    };
    const user = caller?.user.id ?? address;
    if (operation.method !== 'GET') return this.#change(call, caller, plain, user);
    // What nobody receives any more is not read.
    return this.context.readTurns.run(user, this.request, () =>
      this.request.socket.destroyed ? null : this.#run(call, caller, plain),
    );
  }

  #change(call: Call<string, unknown, unknown>, caller: Caller | null, body: unknown, user: string): unknown {
    const run = () => this.#run(call, caller, body);
    // Forms have turns of their own: their sender decides how long they take.
    if (this.#upload !== null) return run();
    return this.context.changeTurns.run(user, this.request, (hasWaited) =>
      hasWaited && caller !== null ? thenOrNow(this.#requireToken(), run) : run(),
    );
  }

  #run(call: Call<string, unknown, unknown>, caller: Caller | null, body: unknown): unknown {
    const toReceived = () => this.#toReceived(call, caller, body);
    return this.context.forwarding.run(this.route.endpoint, call, toReceived);
  }

  #toReceived(call: Call<string, unknown, unknown>, caller: Caller | null, body: unknown): ReceivedCall {
    const { method = '', url: target = '' } = this.request;
    const { params, reason, address } = call;
    const upload = this.#upload;
    const here = () => this.route.endpoint.operation.handle(call);
    return { method, target, params, caller, reason, address, body, upload, here };
  }

  /** @throws {RateLimitedError} */
  #count(who: string): void {
    this.context.rateLimiter.take(who, this.route.bucket, this.#headers);
  }
}

/** Whether an operation is for callers with a token. */
export function needsCaller({ access }: { readonly access: OperationAccess }): boolean {
  return access !== 'anyone' && access !== 'application';
}

/**
 * Checks that a caller may call the operation.
 *
 * @throws {RestError} UNAUTHORIZED, ONLY_BOTS, NO_BOTS, or MISSING_ACCESS for a bearer token without the scope
 */
export function requireAccess(caller: Caller | null, access: OperationAccess): Caller {
  if (caller === null) throw new RestError('UNAUTHORIZED');
  if (access === 'bot' && caller.kind !== 'bot') throw new RestError('ONLY_BOTS');
  if (access === 'person' && caller.kind === 'bot') throw new RestError('NO_BOTS');
  if (caller.kind !== 'bearer') return caller;
  // Operations for signed-in people are not available to applications on their behalf.
  if (typeof access === 'object') {
    const { scopes } = access;
    if (scopes === 'any' || scopes.some((scope) => caller.scopes.has(scope))) return caller;
    const scope = scopes.join(' ');
    const challenge = { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` };
    throw new RestError('MISSING_ACCESS', [], challenge);
  }
  throw new RestError('MISSING_ACCESS', [], { 'www-authenticate': 'Bearer error="insufficient_scope"' });
}

function plainBody(body: unknown, { accepts }: Operation): unknown {
  const kind = body instanceof FormBody ? 'form' : 'json';
  if (body !== undefined && !accepts.includes(kind)) throw new RestError('UNSUPPORTED_MEDIA_TYPE');
  if (!(body instanceof FormBody)) return body;
  if (body.repeated !== null) throw new OAuth2Error('invalid_request', `${body.repeated} is repeated`);
  return body.fields;
}

/** The maximum length of a reason, in characters (docs/rest.md, Errors). */
const MAX_REASON_LENGTH = 512;

/**
 * Reads the header X-Audit-Log-Reason: URL-encoded UTF-8, or raw UTF-8 as some clients send it. A reason that is too
 * long is truncated.
 *
 * @returns null if there is none
 */
function readReason(header: string | readonly string[] | undefined): string | null {
  if (header === undefined) return null;
  const text = typeof header === 'string' ? header : (header?.[0] ?? '');
  // Node.js decodes headers as Latin-1.
  const reason = decoded(Buffer.from(text, 'latin1').toString('utf8')).replaceAll('\0', '').trim();
  return reason === '' ? null : [...reason].slice(0, MAX_REASON_LENGTH).join('');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
