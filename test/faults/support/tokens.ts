import type { CreatedApplication } from '#guildhall/protocol/administration.js';
import { type Call, ok } from './request.js';

/** The request by which a user lets an application do something. */
export function authorizing({ id }: CreatedApplication, userToken: string, scope: string): Call {
  const query = new URLSearchParams({ client_id: id, scope, response_type: 'code' });
  return { method: 'POST', path: `/oauth2/authorize?${query}`, as: userToken, json: { authorize: true } };
}

/** A request of an application about its tokens. @param action below /oauth2, e.g. `/token` */
export function tokenCall(
  { id, client_secret }: CreatedApplication,
  action: string,
  form: Readonly<Record<string, string>>,
): Call {
  return { method: 'POST', path: `/oauth2${action}`, form: { client_id: id, client_secret, ...form } };
}

export function exchanging(application: CreatedApplication, code: string): Call {
  return tokenCall(application, '/token', { grant_type: 'authorization_code', code });
}

/** The tokens that a user's yes gives an application. */
export async function grant(
  url: string,
  application: CreatedApplication,
  userToken: string,
  scope: string,
): Promise<{ access_token: string; refresh_token: string }> {
  const { code } = await ok(url, authorizing(application, userToken, scope));
  return ok(url, exchanging(application, code));
}
