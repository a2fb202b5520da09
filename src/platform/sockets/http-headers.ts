/**
 * Security headers of the HTML pages that the daemon and the service serve. A page loads only what its policy allows, cannot be
 * framed, is not cached, and sends no referrer to other origins.
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

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Whether a Host header names the loopback interface and this port. Any other value indicates DNS rebinding: a web page whose
 * own host name resolves to 127.0.0.1.
 */
export function isLoopbackHost(header: string | undefined, port: number): boolean {
  const host = header?.toLowerCase();
  return LOOPBACK_NAMES.some(
    // Clients omit the default port of HTTP.
    (name) => host === `${name}:${port}` || (port === 80 && host === name),
  );
}

/** The value of a cookie, or null if it was not sent. @param header the Cookie header */
export function cookieValue(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === name) return value?.trim() ?? '';
  }
  return null;
}
