import type { IncomingMessage } from 'node:http';
import type { Sender } from '#guildhall/api/rest/request-turns.js';

/** Stands for a request. */
export function from(user: string, token = user): IncomingMessage {
  return { user, token, headers: {} } as unknown as IncomingMessage;
}

/** Finds who sent what `from` made. */
export function sentBy(request: IncomingMessage): Sender {
  return request as unknown as Sender;
}
