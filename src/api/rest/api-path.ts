import { API_VERSIONS, DEFAULT_VERSION } from '../versions/index.js';
import type { ApiVersion } from '../versions/version.js';

const API_PATH = /^\/api(?:\/v([0-9]{1,4}))?(?=[/?]|$)/;

/** Some clients write `/invite/` for `/invites/`. */
const INVITE_PATH = /^\/api\/invite\//;

/**
 * The address that a request's address stands for: without its version, with `@me` where a client encoded it, and
 * with `/invites/` for `/invite/`. What is not below /api stays as it is.
 */
export function plainApiPath(url: string): string {
  return url.replace(API_PATH, '/api').replaceAll('/%40me', '/@me').replace(INVITE_PATH, '/api/invites/');
}

/** The version that a request's address asks for. @returns undefined for one that is not in service */
export function versionOf(url: string): ApiVersion | undefined {
  const number = API_PATH.exec(url)?.[1];
  return number === undefined ? DEFAULT_VERSION : API_VERSIONS.get(number);
}
