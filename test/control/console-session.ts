import assert from 'node:assert/strict';
import type { ControlHarness } from './control-harness.js';
import { type Answer, send } from './http.js';

/** A browser that is signed in to the console. */
export interface SignedIn {
  readonly url: string;
  readonly origin: string;
  /** what the page's own script sends with every call */
  readonly headers: Readonly<Record<string, string>>;
}

/** Uses a new one-time code up. @param headers besides the Origin of the page */
export async function exchange(
  harness: ControlHarness,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const url = harness.server.consoleUrl;
  const code = new URL(await harness.address()).hash.replace('#code=', '');
  const origin = new URL(url).origin;
  return send(`${url}session`, { method: 'POST', headers: { origin, ...headers }, body: { code } });
}

export async function signIn(harness: ControlHarness): Promise<SignedIn> {
  const url = harness.server.consoleUrl;
  const { status, headers, body } = await exchange(harness);
  assert.equal(status, 200);
  const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const token = (JSON.parse(body) as { token: string }).token;
  return { url, origin: new URL(url).origin, headers: { cookie, 'x-guildhall-console': token } };
}
