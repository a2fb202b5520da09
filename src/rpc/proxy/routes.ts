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

/** A path of the REST interface with its query. */
export interface ProxyTarget {
  /** relative to the base URL of the API, e.g. `/users/@me/guilds?limit=5` */
  readonly path: string;
  readonly methods: readonly ProxyMethod[];
}

/**
 * Parses the target of a request; null if it is not proxied. Only known paths are: not authorization, tokens, user
 * management or the gateway (docs/rpc.md, Connecting), and nothing with `//`, `..`, a percent sign, a backslash or
 * another host in its path.
 */
export function parseProxyTarget(url: string): ProxyTarget | null {
  const [, path = '', query = ''] = /^([^?]*)(\?[\x21-\x7e]*)?$/.exec(url) ?? [];
  // Some clients percent-encode the `@`.
  const plain = path.replaceAll('/%40me', '/@me');
  const route = ROUTES.find((each) => each.path.test(plain));
  if (route === undefined || query.includes('#')) return null;
  return { path: `${plain}${query}`, methods: route.methods };
}

export function isProxyMethod(method: string | undefined): method is ProxyMethod {
  return METHODS.some((each) => each === method);
}
