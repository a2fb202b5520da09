import { decodePath } from '../../net/http/request-target.js';

/** Methods of the REST interface. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type ProxyMethod = (typeof METHODS)[number];

/** Paths that are proxied, with the methods they are proxied for. */
const ROUTES: readonly { readonly path: RegExp; readonly methods: readonly ProxyMethod[] }[] = [
  { path: /^\/guilds(?:\/(?:@me|[\w-]+))*$/, methods: METHODS },
  { path: /^\/channels\/\d+(?:\/(?:@me|[\w-]+))*$/, methods: METHODS },
  { path: /^\/users\/@me(?:\/guilds)?$/, methods: ['GET'] },
  { path: /^\/users\/\d+$/, methods: ['GET'] },
  { path: /^\/voice\/regions$/, methods: ['GET'] },
];

/** A reaction, or those of a person: its emoji is the only segment that has other characters than identifiers. */
const REACTION = /^\/channels\/\d+\/messages\/\d+\/reactions\/([\w%*:-]+)(?:\/(?:@me|\d+))?$/;
/** An emoji of Unicode, none of whose characters means anything in a path, or `name:id`. */
const EMOJI = /^(?:[\p{Emoji}\p{Emoji_Component}\p{Extended_Pictographic}]+|\w+:\d+)$/u;

/** A path of the REST interface with its query. */
export interface ProxyTarget {
  /** relative to the base URL of the API, e.g. `/users/@me/guilds?limit=5` */
  readonly path: string;
  readonly methods: readonly ProxyMethod[];
}

/**
 * Parses the target of a request; null if it is not proxied. Only known paths are: not authorization, tokens, user
 * management or the gateway (docs/rpc.md, Connecting), and nothing with `//`, `..`, a backslash, another
 * host or, besides an encoded emoji, a percent sign in its path.
 */
export function parseProxyTarget(url: string): ProxyTarget | null {
  const [, path = '', query = ''] = /^([^?]*)(\?[\x21-\x7e]*)?$/.exec(url) ?? [];
  // Some clients percent-encode the `@`.
  const plain = path.replaceAll('/%40me', '/@me');
  const methods = isReaction(plain) ? METHODS : ROUTES.find((each) => each.path.test(plain))?.methods;
  if (methods === undefined || query.includes('#')) return null;
  return { path: `${plain}${query}`, methods };
}

function isReaction(path: string): boolean {
  const emoji = REACTION.exec(path)?.[1];
  const [decoded = ''] = emoji === undefined ? [] : (decodePath(`/${emoji}`) ?? []);
  return EMOJI.test(decoded);
}

export function isProxyMethod(method: string | undefined): method is ProxyMethod {
  return METHODS.some((each) => each === method);
}
