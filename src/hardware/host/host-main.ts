import { loadBundle } from '../../platform/bundle/load-bundle.js';

/**
 * Entry point of a driver process: `host-main.js DRIVER DAEMON_PID`, started by `forked-host-process.ts` with an IPC
 * channel.
 */

const bundle = loadBundle<typeof import('./run-host.js')>({
  program: new URL('../../bundle/driver-host.cjs', import.meta.url),
  // It is small, and a driver starts when it is needed.
  codeCache: null,
  builtFrom: new URL('../../.built', import.meta.url),
});
const { runHost } = bundle?.exports ?? (await import('./run-host.js'));
await runHost();
