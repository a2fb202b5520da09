import { type IncomingHttpHeaders, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** One HTTP request with exactly the headers given: unlike fetch it also sends a foreign Host or Origin. */
export function send(url: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const type = text === '' ? {} : { 'content-type': 'application/json' };
    const outgoing = request(url, { method, headers: { ...type, ...headers } }, (response) => {
      let received = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        received += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: received }),
      );
    });
    outgoing.once('error', reject);
    outgoing.end(text);
  });
}
