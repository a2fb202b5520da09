/**
 * Opens a stream of an endpoint of the sound server. The client library of the server reads the endpoint from its
 * environment when it connects.
 *
 * @param variable that of the endpoint's direction
 * @param name the server's name of the endpoint; null: it is none of a sound server
 */
export function withServerName<T>(
  variable: 'PULSE_SOURCE' | 'PULSE_SINK',
  name: string | null,
  open: () => T,
): T {
  if (name === null) return open();
  process.env[variable] = name;
  try {
    return open();
  } finally {
    delete process.env[variable];
  }
}
