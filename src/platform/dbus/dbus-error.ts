/** Something went wrong on the session bus: no bus, no service, a refused or malformed message. */
export class DBusError extends Error {
  override readonly name = 'DBusError';
}
