import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackedDaemon } from './attacked-daemon.js';

/** Real clients try again after a while when their connection is closed, in milliseconds (docs/rpc.md). */
const PAUSE = 250;
const TRIES = 5;

/**
 * Connects as an honest application with a fresh token. A connection that is displaced before it authenticated is opened again.
 *
 * @returns why it was not served, or null if it was
 */
export async function newcomerFailure(attacked: AttackedDaemon): Promise<string | null> {
  let failure: string | null = null;
  for (let tries = 0; tries < TRIES; tries += 1) {
    failure = await connectOnce(attacked).catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
    if (failure === null) return null;
    await sleep(PAUSE);
  }
  return failure;
}

async function connectOnce(attacked: AttackedDaemon): Promise<string | null> {
  const access_token = await attacked.freshToken();
  const client = await attacked.connectHonest();
  const reply = await Promise.race([client.request('AUTHENTICATE', { access_token }), client.closed]);
  await client.close();
  if ('code' in reply) return `closed with ${reply.code} ${reply.reason}`;
  return reply.evt === null ? null : JSON.stringify(reply.data);
}
