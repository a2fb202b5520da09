import type { IncomingMessage } from 'node:http';

/** Whether a request has at most one Host line (RFC 9112 §3.2). Node.js requires one, and takes the first of several. */
export function hasSingleHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 'host'.length && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts <= 1;
}
