import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestDaemon, withDaemon } from './daemon.js';

/** The lock for the public RPC ports: this port, just above them. */
const TOKEN_PORT = 6473;
/** Others have it one after another, each for as long as its pages take. */
const PATIENCE = 450_000;

/** Where clients look that cannot be told another port (docs/rest.md, Operations). */
const PUBLIC_PORTS = '6463-6472';

/**
 * Runs a test against a daemon on the public RPC ports, after all others that need them: a client there would find the daemon of another
 * test first, and be turned away.
 */
export function withPublicDaemon(run: (daemon: TestDaemon) => Promise<void>): () => Promise<void> {
  const test = withDaemon(run, { rpcPorts: PUBLIC_PORTS });
  return async () => {
    const token = createServer();
    const deadline = performance.now() + PATIENCE;
    for (;;) {
      token.listen(TOKEN_PORT, '127.0.0.1');
      try {
        await once(token, 'listening');
        break;
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await sleep(100);
      }
    }
    try {
      await test();
    } finally {
      token.close();
    }
  };
}
