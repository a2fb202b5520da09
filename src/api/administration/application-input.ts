import { InputError } from '../../platform/errors.js';
import { findHiddenCharacter } from '../../platform/text/visible-text.js';
import { toRpcOrigin } from '../../protocol/rpc/rpc-origin.js';

/** Checks of application input. Each throws an `InputError` that describes the problem. */

const LIMITS = { name: 100, description: 400, list: 20, uri: 2000 } as const;
/** Schemes that browsers handle themselves, so that an application cannot receive the redirect. */
const OWN_SCHEMES: ReadonlySet<string> = new Set(
  ['about', 'blob', 'data', 'file', 'filesystem', 'javascript', 'vbscript', 'view-source'].map(
    (name) => `${name}:`,
  ),
);

export function checkName(name: string): string {
  const trimmed = name.trim();
  if (trimmed.length < 1 || trimmed.length > LIMITS.name) {
    throw new InputError(`the name of an application has 1 to ${LIMITS.name} characters`);
  }
  const hidden = findHiddenCharacter(trimmed);
  if (hidden === null) return trimmed;
  throw new InputError(`the name of an application has no invisible characters, but this one has ${hidden}`);
}

export function checkDescription(description: string): string {
  if (description.length <= LIMITS.description) return description;
  throw new InputError(`a description has at most ${LIMITS.description} characters`);
}

/** RPC origins as browsers send them: SCHEME://HOST[:PORT], no port for 80 and 443 (docs/rest.md, OAuth2 tokens and codes). */
export function checkOrigins(origins: readonly string[]): string[] {
  const checked = origins.map((origin) => {
    const registered = toRpcOrigin(origin);
    if (registered !== null) return registered;
    throw new InputError(
      `${JSON.stringify(origin)} is not an RPC origin`,
      'Write it as SCHEME://HOST[:PORT]',
    );
  });
  return uniqueList(checked, 'RPC origins');
}

/** Redirect URIs: http, https, or a scheme of the application's own. */
export function checkRedirectUris(uris: readonly string[]): string[] {
  for (const uri of uris) {
    if (uri.length <= LIMITS.uri && isRedirectUri(uri)) continue;
    throw new InputError(
      `${JSON.stringify(uri)} is not a redirect URI`,
      "Write an absolute one without a #fragment, with https, http or a scheme of the application's own",
    );
  }
  return uniqueList(uris, 'redirect URIs');
}

/** RFC 6749 §3.1.2: absolute and without a fragment. User information would disguise the host. */
function isRedirectUri(uri: string): boolean {
  if (!URL.canParse(uri) || /[#\s\p{Cc}]/u.test(uri)) return false;
  const { protocol, username, password } = new URL(uri);
  return !OWN_SCHEMES.has(protocol) && username === '' && password === '';
}

function uniqueList(values: readonly string[], what: string): string[] {
  const unique = [...new Set(values)];
  if (unique.length <= LIMITS.list) return unique;
  throw new InputError(`an application has at most ${LIMITS.list} ${what}`);
}

/** The user name of a bot: the name of its application, as far as a user may have it. */
export function botName(application: string): string {
  const name = application.replaceAll(/[@#:\p{Cc}]/gu, ' ').trim();
  return [...(name.length < 2 ? 'Bot' : name)].slice(0, 32).join('');
}
