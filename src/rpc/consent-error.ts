import { type RpcError, rpcErrors } from '../protocol/rpc/errors.js';
import type { ConsentRefusal } from './consent.js';

/** Converts a refused consent request to error 5000. Only a denial is attributed to the user. */
export function toRpcError({ reason, retryAfter }: ConsentRefusal): RpcError {
  switch (reason) {
    case 'denied':
      return rpcErrors.oauth2('access_denied', 'The user denied the request');
    case 'unanswered':
      return rpcErrors.oauth2('access_denied', 'The user did not answer in time');
    case 'withdrawn':
      return rpcErrors.oauth2('access_denied', 'The request was withdrawn');
    case 'back-off':
      return rpcErrors.oauth2(
        'access_denied',
        `The user was not asked, because earlier requests were denied or withdrawn; try again in ${retryAfter} seconds`,
      );
    case 'full':
      return rpcErrors.oauth2(
        'temporarily_unavailable',
        'Too many requests wait for the user; try again later',
      );
  }
}
