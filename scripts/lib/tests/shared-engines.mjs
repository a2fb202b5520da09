import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPILED } from './test-files.mjs';

/**
 * Lets all test processes of a run share one PostgreSQL and one NATS server. Each is started when the first test asks for
 * it (test/helpers/shared-engine.ts), so a run that needs none pays nothing.
 *
 * @returns {Promise<{ env: Record<string, string>, stop: () => Promise<void> }>} the environment through which test
 *   processes find them, and what ends them
 */
export async function startSharedEngines() {
  // No engine runs there, and its sockets are not files.
  if (process.platform === 'win32') return { env: {}, stop: async () => {} };
  const started = new Map();
  const place = async (name) => {
    if (!started.has(name)) started.set(name, START[name]());
    return (await started.get(name)).place;
  };
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', async (name) => {
      // What fails is said once here; tests fail for the empty answer.
      const answer = await place(String(name)).catch(
        (error) => void process.stderr.write(`${error.stack}\n`),
      );
      socket.end(answer);
    });
  });
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-engines-'));
  const path = join(folder, 'socket');
  await once(server.listen(path), 'listening');
  return {
    env: { GUILDHALL_TEST_ENGINES: path },
    async stop() {
      server.close();
      const engines = await Promise.allSettled(started.values());
      await Promise.all(engines.map(({ value }) => value?.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const START = {
  async postgres() {
    const { PostgresServer } = await import(`${COMPILED}/helpers/postgres/postgres-server.js`);
    const server = await PostgresServer.startToShare();
    return { place: server.folder, stop: () => server.stop() };
  },
  async nats() {
    const { NatsServer } = await import(`${COMPILED}/cluster/support/nats-server.js`);
    const server = await NatsServer.startOwn();
    return { place: server.url, stop: () => server[Symbol.asyncDispose]() };
  },
};
