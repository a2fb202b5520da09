import type { IncomingHttpHeaders } from 'node:http';
import { cookieValue } from '../../../platform/http-headers.js';
import { createSecret, hashSecret, secretMatches } from '../../../platform/secrets.js';

/** Where the browser has the page from. */
export interface PageAddress {
  /** as the browser names it, e.g. `127.0.0.1:6480` */
  readonly host: string;
  /** whether by https, through the proxy in front of the service */
  readonly secure: boolean;
}

/** What proves that a form was sent from our own page: the form has the hash of a cookie that no other site sees sent. */
export interface FormProof {
  /** for the form */
  readonly proof: string;
  /** the Set-Cookie header */
  readonly cookie: string;
}

/** The proof for a page; pages that are open at the same time share one. */
export function createFormProof(headers: IncomingHttpHeaders, address: PageAddress): FormProof {
  const name = cookieName(address);
  const known = cookieValue(headers.cookie, name);
  const secret = known !== null && /^[\w-]{43}$/.test(known) ? known : createSecret();
  const cookie = `${name}=${secret}; Path=/; HttpOnly; SameSite=Strict${address.secure ? '; Secure' : ''}`;
  return { proof: hashSecret(secret), cookie };
}

/** Whether a form came from our own page in this browser. @param proof as the form has it */
export function isOwnForm(headers: IncomingHttpHeaders, address: PageAddress, proof: string): boolean {
  // Other ports of this host are the same site to cookies, and another origin to this header.
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const secret = cookieValue(headers.cookie, cookieName(address));
  return secret !== null && secretMatches(secret, proof);
}

/** Cookies do not keep ports apart: the port is in the name. `__Host-` keeps other hosts from setting it. */
function cookieName({ host, secure }: PageAddress): string {
  return secure
    ? '__Host-guildhall_authorize'
    : `guildhall_authorize_${new URL(`http://${host}`).port || '80'}`;
}
