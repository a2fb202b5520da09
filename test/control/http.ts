import { type IncomingHttpHeaders, request } from 'node:http';
import type { LookupFunction } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** the body as it is sent, in place of JSON */
  readonly text?: string;
}

/** Resolves every name to 127.0.0.1, as browsers do with names under localhost; systems may not. */
const toLoopback: LookupFunction = (_name, { all }, done) => {
  if (all) done(null, [{ address: '127.0.0.1', family: 4 }]);
  else done(null, '127.0.0.1', 4);
};

/** One HTTP request with exactly the headers given: unlike fetch it also sends a foreign Host or Origin. */
export function send(
  url: string,
  { method = 'GET', headers = {}, body, text = body === undefined ? '' : JSON.stringify(body) }: Sent = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // Node.js sends the body of a DELETE only with its length.
    const type =
      text === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const outgoing = request(
      url,
      { method, headers: { ...type, ...headers }, lookup: toLoopback },
      (response) => {
        let received = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          received += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: received }),
        );
      },
    );
    outgoing.once('error', reject);
    outgoing.end(text);
  });
}
