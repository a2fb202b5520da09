/**
 * Brings device ids into one form. Windows writes the same UUID in either case and often in braces, and an
 * endpoint's full id (`{0.0.1.00000000}.{uuid}`) holds the UUID that vendors report in its last part.
 */
export function normalizedDeviceId(id: string): string {
  const windowsEndpoint = /^\{\d+\.\d+\.\d+\.\d+\}\.(\{.+\})$/.exec(id.trim());
  return (windowsEndpoint?.[1] ?? id)
    .trim()
    .replace(/^\{(.*)\}$/, '$1')
    .toLowerCase();
}
