const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Whether a Host header names this machine's loopback at this port. Anything else is a web page that had its own
 * name resolve to 127.0.0.1 (DNS rebinding), whatever the socket says.
 */
export function isLoopbackHost(header: string | undefined, port: number): boolean {
  const host = header?.toLowerCase();
  return LOOPBACK_NAMES.some(
    // Clients leave the port of http out.
    (name) => host === `${name}:${port}` || (port === 80 && host === name),
  );
}
