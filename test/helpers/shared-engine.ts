import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** A server that all tests of a run share, started when the first of them asks for it. */
export type EngineName = 'postgres' | 'nats';

/**
 * Asks the run of the tests for a server (scripts/lib/tests/shared-engines.mjs).
 *
 * @returns its folder or its URL; null: this process was not started by a run, and has to start one of its own
 */
export async function askForEngine(name: EngineName): Promise<string | null> {
  const path = process.env.GUILDHALL_TEST_ENGINES;
  if (path === undefined) return null;
  const socket = connect(path);
  await once(socket, 'connect');
  socket.write(name);
  const place = await text(socket);
  if (place === '') throw new TypeError(`the run of the tests failed to start ${name}`);
  return place;
}
