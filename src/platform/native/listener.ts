/**
 * What listens to the system from its construction on. An exception of a callback is an uncaught exception of the
 * process. It keeps no process alive, and goes on when nothing refers to it.
 *
 * The constructor throws an Error whose `code` is `out-of-descriptors`, `out-of-threads` or `unavailable` if listening
 * cannot begin.
 */
export interface NativeListener {
  /** Ends it: no callback is called after this. Again: nothing. */
  stop(): void;
}
