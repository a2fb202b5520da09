/**
 * Headers of what a browser shows of ours, each page with a policy of its own on top. Nothing is loaded that the
 * policy does not name, no other page frames it, nothing of it stays in a cache, and no address leaves with a link.
 *
 * @param policy further directives of the Content-Security-Policy, e.g. `"img-src 'self'"`
 */
export function pageHeaders(policy: readonly string[]): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      ...policy,
    ].join('; '),
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    // Not `no-referrer`: with that browsers send `Origin: null` with the page's own forms.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}
