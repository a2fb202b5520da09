const API_PATH = /^\/api(?:\/v([0-9]{1,4}))?(?=[/?]|$)/;

/** Some clients write `/invite/` for `/invites/`. */
const INVITE_PATH = /^\/api\/invite\//;

/** The versions of the interface that are answered, all alike (rest-facts.md). */
const VERSIONS: ReadonlySet<string> = new Set(['6', '7']);

/**
 * The address that a request's address stands for: without its version, with `@me` where a client encoded it, and
 * with `/invites/` for `/invite/`. What is not below /api stays as it is.
 */
export function plainApiPath(url: string): string {
  return url.replace(API_PATH, '/api').replaceAll('/%40me', '/@me').replace(INVITE_PATH, '/api/invites/');
}

/** Whether a request asks for a version that is not in service. */
export function hasWrongVersion(url: string): boolean {
  const version = API_PATH.exec(url)?.[1];
  return version !== undefined && !VERSIONS.has(version);
}
