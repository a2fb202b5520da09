/** Codes of errors of the network while a server or a machine starts. The names of others may be unknown until then, too. */
const CODES: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
]);

/** Whether an error of a connection says that the server cannot be reached: it may be reached later. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // A server creates its socket when it starts.
  const hasNoSocket = code === 'ENOENT' && syscall === 'connect';
  return hasNoSocket || CODES.has(code) || isUnreachable(error.cause);
}
