import { once } from 'node:events';
import { createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestDaemon, withDaemon } from './daemon.js';

/** The lock for the public RPC ports: this port, just above them. */
const TOKEN_PORT = 6473;
/** Others have it one after another, each for as long as its pages take. */
const PATIENCE = 450_000;

/** Where clients look that cannot be told another port (docs/rest.md, Operations). */
const PUBLIC_PORTS = '6463-6472';
/** Where they look first. */
const FIRST_PORT = 6463;

/**
 * Runs a test against a daemon on the public RPC ports, after all others that need them: a client there would find the daemon of another
 * test first, and be turned away. It is left out if another program has the first port, e.g. a daemon of the person or Discord.
 */
export function withPublicDaemon(
  run: (daemon: TestDaemon) => Promise<void>,
): (context: TestContext) => Promise<void> {
  const test = withDaemon(run, { rpcPorts: PUBLIC_PORTS });
  return async (context) => {
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
      if (await isFree(FIRST_PORT)) await test();
      else context.skip(`another program has port ${FIRST_PORT}, where the client looks first`);
    } finally {
      token.close();
    }
  };
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
