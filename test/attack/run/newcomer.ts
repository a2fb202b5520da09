import type { AttackedDaemon } from './attacked-daemon.js';

/** Connects as an honest application with a fresh token. @returns why that failed, or null */
export async function newcomerFailure(attacked: AttackedDaemon): Promise<string | null> {
  try {
    const access_token = await attacked.freshToken();
    const client = await attacked.connectHonest();
    const reply = await Promise.race([client.request('AUTHENTICATE', { access_token }), client.closed]);
    await client.close();
    if ('code' in reply) return `closed with ${reply.code} ${reply.reason}`;
    return reply.evt === null ? null : JSON.stringify(reply.data);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
