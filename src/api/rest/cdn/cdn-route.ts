import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import type { Routed } from '../../../protocol/declaration/route-table.js';

/** A request for an image or a file. */
export interface CdnRequest {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  /** the segments of the path after `/cdn/` and the kind, by their names in the path of the route */
  readonly params: Readonly<Record<string, string>>;
  readonly query: ParsedUrlQuery;
}

/** Serves images or files on /cdn to anyone, also embedded in pages of other origins. HEAD is answered like GET. */
export interface CdnRoute extends Routed {
  readonly method: 'GET';
  /** @throws {RestError} before it replies */
  answer(request: CdnRequest): void | Promise<void>;
}
