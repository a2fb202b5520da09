/** A D-Bus call failed: no bus, no service, or a refused or malformed message. */
export class DBusError extends Error {
  override readonly name = 'DBusError';
}
