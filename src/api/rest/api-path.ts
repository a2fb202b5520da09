import { DEFAULT_VERSION_NUMBER } from '../versions/index.js';

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

/** The number of the version that a request's address asks for. */
export function versionNumberOf(url: string): string {
  return API_PATH.exec(url)?.[1] ?? DEFAULT_VERSION_NUMBER;
}
