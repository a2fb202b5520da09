import { DEFAULT_VERSION_NUMBER } from './index.js';

const API_PATH = /^\/api(?:\/v([0-9]{1,4}))?(?=[/?]|$)/;

/** Some clients write `/invite/` for `/invites/`. */
const INVITE_PATH = /^\/api\/invite\//;

/**
 * The path that the router matches for a request path: without the version, with `@me` decoded, and with `/invite/`
 * replaced by `/invites/`. Paths outside /api are returned unchanged.
 */
export function plainApiPath(url: string): string {
  return url.replace(API_PATH, '/api').replaceAll('/%40me', '/@me').replace(INVITE_PATH, '/api/invites/');
}

/** The version number in a request path. */
export function versionNumberOf(url: string): string {
  return API_PATH.exec(url)?.[1] ?? DEFAULT_VERSION_NUMBER;
}
