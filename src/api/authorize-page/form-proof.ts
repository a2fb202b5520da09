import type { IncomingHttpHeaders } from 'node:http';
import { createSecret, hashSecret, secretMatches } from '../../platform/crypto/secrets.js';
import { cookieValue } from '../../platform/sockets/http-headers.js';

/** The address under which the browser loaded the page. */
export interface PageAddress {
  /** as the browser sends it, e.g. `127.0.0.1:6480` */
  readonly host: string;
  /** whether it was loaded by HTTPS, through the proxy in front of the service */
  readonly secure: boolean;
}

/**
 * Proves that a form was sent from our own page (CSRF protection): the form contains the hash of a cookie that other
 * sites cannot read.
 */
export interface FormProof {
  /** goes into the form */
  readonly proof: string;
  /** value of the Set-Cookie header */
  readonly cookie: string;
}

/** Creates the proof for a page; pages that are open at the same time share one. */
export function createFormProof(headers: IncomingHttpHeaders, address: PageAddress): FormProof {
  const name = cookieName(address);
  const known = cookieValue(headers.cookie, name);
  const secret = known !== null && /^[\w-]{43}$/.test(known) ? known : createSecret();
  const cookie = `${name}=${secret}; Path=/; HttpOnly; SameSite=Strict${address.secure ? '; Secure' : ''}`;
  return { proof: hashSecret(secret), cookie };
}

/** Whether a form was sent from our own page in this browser. @param proof from the form */
export function isOwnForm(headers: IncomingHttpHeaders, address: PageAddress, proof: string): boolean {
  // For cookies, other ports of this host are the same site; for this header, they are another origin.
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const secret = cookieValue(headers.cookie, cookieName(address));
  return secret !== null && secretMatches(secret, proof);
}

/**
 * Cookies do not distinguish ports, so the port is in the name. The prefix `__Host-` prevents other hosts from setting
 * it.
 */
function cookieName({ host, secure }: PageAddress): string {
  return secure
    ? '__Host-guildhall_authorize'
    : `guildhall_authorize_${new URL(`http://${host}`).port || '80'}`;
}
