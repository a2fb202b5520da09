import type { IncomingMessage } from 'node:http';

/** Whether a request for a path with a page is from a browser. */
export function readsPage({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'POST') && readsHtml(headers.accept);
}

/**
 * Whether a request is from a browser that expects a page: it accepts text/html explicitly, and application/json with
 * no higher quality (RFC 9110 §12.5.1).
 *
 * @param accept the Accept header
 */
function readsHtml(accept: string | undefined): boolean {
  if (accept === undefined || !/text\/html/i.test(accept)) return false;
  const html = weight(accept, 'text/html');
  return html > 0 && html >= weight(accept, 'application/json');
}

/** The quality of a type, from 0 to 1; 0 if it is not listed. */
function weight(accept: string, type: string): number {
  for (const range of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
    if (name !== type) continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return quality === undefined ? 1 : Number(quality.slice(2)) || 0;
  }
  return 0;
}
