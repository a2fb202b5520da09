import type { IncomingMessage } from 'node:http';

/** The whole body of a request. */
export async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
