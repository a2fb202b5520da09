import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StepError } from '../run.mjs';
import { LAUNCHER } from '../run-program.mjs';

const ENGINE = fileURLToPath(new URL('shared-engine.mjs', import.meta.url));

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
    if (!started.has(name)) started.set(name, start(name));
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

/** Starts one in a process of its own, with which it ends: this one may be killed. */
async function start(name) {
  const child = spawn(process.execPath, [LAUNCHER, ENGINE, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const exit = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exit;
  };
  for await (const place of child.stdout) return { place: String(place), stop };
  throw new StepError(`${name} could not be started`);
}
