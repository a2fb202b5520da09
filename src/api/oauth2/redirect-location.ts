/**
 * The address to which a browser is redirected with the answer to an authorization request: a code and its errors are
 * in the query, which the application's server reads (RFC 6749 §4.1.2); a token and its errors are in the fragment,
 * which browsers do not send (§4.2.2).
 *
 * @param redirectUri a registered one
 * @param state as it was sent; null if there was none
 */
export function redirectLocation(
  redirectUri: string,
  responseType: 'code' | 'token',
  answer: Readonly<Record<string, string | number>>,
  state: string | null,
): string {
  const url = new URL(redirectUri);
  const parameters = responseType === 'token' ? new URLSearchParams() : url.searchParams;
  for (const [name, value] of Object.entries(answer)) parameters.set(name, String(value));
  if (state !== null) parameters.set('state', state);
  if (responseType === 'token') url.hash = parameters.toString();
  return url.href;
}
