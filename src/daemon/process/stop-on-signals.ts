import { closeSync } from 'node:fs';

/** Signals of which a second one ends the process at once. */
const REPEATABLE = ['SIGTERM', 'SIGINT'] as const;

/**
 * Aborts a controller on SIGTERM, SIGINT, SIGHUP, and when the parent process with a channel (`npm start`) has ended. Must
 * be called before anything is started: a signal during the start then ends it in order. A second SIGTERM or SIGINT ends
 * the process at once. SIGHUP does not: a terminal that closes sends it twice, by its shell and by the kernel, and systemd
 * sends it to the programs of a session together with SIGTERM.
 */
export function stopOnSignals(stopping: AbortController): void {
  const stop = () => {
    // Another signal, of either kind, has its default effect.
    for (const signal of REPEATABLE) process.off(signal, stop);
    stopping.abort();
  };
  for (const signal of REPEATABLE) process.on(signal, stop);
  process.on('SIGHUP', () => {
    stopping.abort();
    process.off('exit', closeTerminal).on('exit', closeTerminal);
  });
  process.once('disconnect', () => stopping.abort());
  // It may have ended before this process listened: then there was a channel.
  if (process.send !== undefined && !process.connected) stopping.abort();
  // The channel must not keep the process alive.
  process.channel?.unref();
}

/** At its end Node.js resets the terminal, and aborts with a core dump if that has been closed, unless its files are, too. */
function closeTerminal(): void {
  for (const descriptor of [0, 1, 2]) {
    try {
      closeSync(descriptor);
    } catch {
      // It was closed before.
    }
  }
}
