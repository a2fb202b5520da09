import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { credentialText } from '#guildhall/platform/crypto/session-proof.js';
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
  const url = harness.server.pageUrl;
  const code = new URL(await harness.address()).hash.replace('#code=', '');
  const origin = new URL(url).origin;
  return send(`${url}session`, { method: 'POST', headers: { origin, ...headers }, body: { code } });
}

export async function signIn(harness: ControlHarness): Promise<SignedIn> {
  const url = harness.server.pageUrl;
  const answer = await exchange(harness);
  assert.equal(answer.status, 200);
  const { origin } = new URL(url);
  return { url, origin, headers: toSessionHeaders(answer, origin) };
}

/** What the page's own script sends with every call. @param answer of the request that signed it in */
export function toSessionHeaders({ headers, body }: Answer, origin: string): SignedIn['headers'] {
  const { name, key } = JSON.parse(body) as BrowserSession;
  const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  return { cookie, 'x-guildhall-console': `${name}.${sign(key, credentialText('token', origin))}` };
}

/** A session as a browser stores it. */
export interface BrowserSession {
  readonly name: string;
  readonly key: string;
}

/** Signs a text as the page does. */
export function sign(key: string, text: string): string {
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(text).digest('base64url');
}
