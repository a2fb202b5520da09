/**
 * Listens to the system from its construction on. An exception of a callback becomes an uncaught exception of the
 * process. A listener does not keep the process alive, and is not stopped by garbage collection.
 *
 * The constructor throws an Error whose `code` is `out-of-descriptors`, `out-of-threads` or `unavailable` if listening
 * cannot start.
 */
export interface NativeListener {
  /** Stops listening: no callback is called afterwards. Further calls have no effect. */
  stop(): void;
}
