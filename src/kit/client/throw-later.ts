/** Throws the exception of a handler as uncaught: it is the program's, and must not stop the client. */
export function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
