import type { IncomingMessage } from 'node:http';
import { MultipartBody } from '../attachments/read-parts.js';
import { RestError } from '../core/errors.js';
import { readFormBody, readJson } from '../core/http/body-parsers.js';
import type { OperationData } from './operation.js';

const METHODS_WITH_BODY: ReadonlySet<unknown> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

const EMPTY = Buffer.alloc(0);

/** What happens with a body that arrived, and with one that is refused. */
export interface BodyReceiver {
  received(body: unknown): void;
  refused(error: unknown): void;
}

/**
 * Receives the body of a request: JSON, or a form as `FormBody`; undefined if there is none. Files are left for the
 * handler as `MultipartBody`. Calls the receiver as soon as the last byte is there, so that a later request of the same
 * connection does not overtake this one.
 */
export function receiveBody(
  request: IncomingMessage,
  { accepts, bodyBytes }: Pick<OperationData, 'accepts' | 'bodyBytes'>,
  receiver: BodyReceiver,
): void {
  const { headers, method } = request;
  const type = headers['content-type'];
  if (!METHODS_WITH_BODY.has(method) || (type === undefined && isEmpty(request))) {
    receiver.received(undefined);
    return;
  }
  switch (mediaTypeOf(type)) {
    case 'application/json':
      new BodyCollector(bodyBytes, readJson, receiver).start(request);
      return;
    case 'application/x-www-form-urlencoded':
      new BodyCollector(bodyBytes, readFormBody, receiver).start(request);
      return;
    case 'multipart/form-data':
      if (!accepts.includes('multipart')) break;
      receiver.received(new MultipartBody(request, type ?? ''));
      return;
  }
  receiver.refused(new RestError('UNSUPPORTED_MEDIA_TYPE'));
}

function isEmpty({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] === undefined && (length === undefined || Number(length) === 0);
}

/** A Content-Type header without its parameters. */
function mediaTypeOf(header = ''): string {
  const end = header.indexOf(';');
  return (end === -1 ? header : header.slice(0, end)).trim().toLowerCase();
}

/** Collects a body of limited length. */
class BodyCollector {
  readonly #chunks: Buffer[] = [];
  #length = 0;

  /**
   * @param most the maximum number of bytes
   * @param read parses the whole body
   */
  constructor(
    private readonly most: number,
    private readonly read: (body: Buffer) => unknown,
    private readonly receiver: BodyReceiver,
  ) {}

  start(request: IncomingMessage): void {
    const header = request.headers['content-length'];
    const expected = header === undefined ? Number.NaN : Number(header);
    if (expected > this.most) this.#refuse();
    else if (isEmpty(request)) this.#finish();
    else {
      // Node.js ends a chunked body; of others it is known before that they are complete.
      if (header === undefined) request.once('end', () => this.#finish());
      request.on('data', (chunk: Buffer) => this.#take(chunk, expected));
    }
  }

  #take(chunk: Buffer, expected: number): void {
    const isRefused = this.#length > this.most;
    this.#length += chunk.length;
    if (isRefused) return;
    if (this.#length > this.most) {
      this.#chunks.length = 0;
      this.#refuse();
      return;
    }
    this.#chunks.push(chunk);
    if (this.#length === expected) this.#finish();
  }

  /** The client may send more, so the connection ends with the reply. */
  #refuse(): void {
    this.receiver.refused(new RestError('PAYLOAD_TOO_LARGE', [], { connection: 'close' }));
  }

  #finish(): void {
    if (this.#length > this.most) return;
    const [first = EMPTY] = this.#chunks;
    try {
      this.receiver.received(this.read(this.#chunks.length < 2 ? first : Buffer.concat(this.#chunks)));
    } catch (error) {
      this.receiver.refused(error);
    }
  }
}
