import assert from 'node:assert/strict';
import type { Connection } from '#guildhall/store/postgres/connection.js';
import type { World } from '../../api/support/world.js';
import { eventually } from '../../helpers/eventually.js';
import { findKeys, newestKeys } from './service-changes.js';
import type { ServiceLoad } from './service-load.js';
import { API_PORT } from './service-node.js';
import { requestService } from './service-request.js';
import type { GuildOfSession } from './service-session.js';
import type { ServiceUnderFaults } from './service-under-faults.js';

/** How much longer than others the wait for all events, or for replies, may take. */
const SHARE = 3;
/** The messages of a page. */
const PAGE = 100;

/** Compares what the service has with what it acknowledged, while nothing is changed. */
export async function checkService(service: ServiceUnderFaults, load: ServiceLoad): Promise<void> {
  const connection = await service.connect();
  try {
    for (const world of service.worlds) {
      const read = async () => {
        const rows = (await connection.query(
          'SELECT text FROM guild_entries WHERE guild_id = $1 ORDER BY sequence',
          [world.guild],
        )) as { text: string }[];
        return storedKeys(rows.map(({ text }) => text));
      };
      await whileUnchanged(read, async (stored) => {
        assertStored(load.acknowledged.keys(world.guild), stored);
        assert.deepEqual(
          await readMessages(connection, world),
          messagesOf(stored),
          'the table has messages other than the entries',
        );
        for (const { network } of service.nodes) {
          await checkReplies(`${network.address}:${API_PORT}`, world, stored);
        }
      });
      await checkSessions(service, world.guild, read);
    }
    load.acknowledged.clear();
    await service.observer.check(connection);
  } finally {
    await connection.close();
  }
}

/** Checks what is stored; again if a change without a reply was stored meanwhile. */
async function whileUnchanged(
  read: () => Promise<string[]>,
  check: (stored: string[]) => Promise<void>,
): Promise<void> {
  const isRight = async () => {
    const stored = await read();
    try {
      await check(stored);
      return true;
    } catch (error) {
      if ((await read()).length !== stored.length) return false;
      throw error;
    }
  };
  await eventually(isRight, { share: SHARE, describe: () => 'changes are stored again and again' });
}

async function readMessages(connection: Connection, { text }: World): Promise<string[]> {
  const rows = await connection.query(
    "SELECT content FROM messages WHERE channel_id = $1 AND content LIKE 'm-%' ORDER BY id",
    [text],
  );
  return (rows as { content: string }[]).map(({ content }) => content);
}

/** The key of the change of each entry, in order. @throws if an entry repeats a change */
export function storedKeys(texts: readonly string[]): string[] {
  const keys = new Set<string>();
  for (const text of texts) {
    const found = findKeys(text);
    // Entries from before the clients have none.
    if (found.length === 0) continue;
    const [key, ...more] = found.filter((one) => !keys.has(one));
    assert.ok(key !== undefined && more.length === 0, `not exactly one change in an entry: ${found}`);
    keys.add(key);
  }
  return [...keys];
}

/** Each acknowledged change is stored. */
function assertStored(acknowledged: readonly string[], stored: readonly string[]): void {
  const found = new Set(stored);
  for (const key of acknowledged) assert.ok(found.has(key), `${key} was acknowledged, and is not stored`);
}

/**
 * A session has what is stored: its GUILD_CREATE the changes up to some number, its events all others.
 *
 * @throws if there is anything that waiting does not add
 */
export function isComplete(
  { created, before, received }: GuildOfSession,
  stored: readonly string[],
): boolean {
  for (const key of received) assert.ok(!before.has(key), `${key} was acknowledged before GUILD_CREATE`);
  const [first] = received;
  const from = first === undefined ? stored.length : stored.indexOf(first);
  if (from < 0) return false;
  const rest = stored.slice(from, from + received.length);
  assert.deepEqual(
    received.slice(0, rest.length),
    rest,
    'a session received an event other than the next one',
  );
  const isWhole = from + received.length === stored.length;
  const newest = newestKeys(stored.slice(0, from));
  if (first === undefined) return newest.join() === created.join();
  assert.deepEqual(created, newest, 'GUILD_CREATE and the first event do not fit together');
  return isWhole;
}

async function checkSessions(
  { sessions }: ServiceUnderFaults,
  guildId: string,
  read: () => Promise<string[]>,
): Promise<void> {
  const completeness = async () => {
    const stored = await read();
    return sessions.map(({ guilds }) => {
      const guild = guilds.get(guildId);
      return guild !== undefined && isComplete(guild, stored);
    });
  };
  let last: boolean[] = [];
  const isDone = async () => {
    last = await completeness();
    return last.every((one) => one);
  };
  const describe = () => `of ${guildId} the sessions ${last.map((one) => (one ? 'have' : 'lack'))} events`;
  await eventually(isDone, { share: SHARE, describe });
}

/** The guild as a node replies: the newest name of everything, and the newest messages. */
async function checkReplies(host: string, { bot, guild, text }: World, stored: string[]): Promise<void> {
  const read = async (path: string) => {
    const ask = () => requestService(host, { method: 'GET', path, as: bot });
    const ok = async () => {
      const reply = await ask();
      return reply?.status === 200 && reply;
    };
    return JSON.stringify((await eventually(ok, { share: SHARE, describe: () => `${host} ${path}` })).body);
  };
  const paths = ['', '/channels', '/roles', '/members?limit=10'].map((rest) => `/guilds/${guild}${rest}`);
  const known = new Set(stored);
  const keysOf = (reply: string) => {
    const keys = findKeys(reply);
    for (const key of keys) assert.ok(known.has(key), `${host} shows ${key}, which is not stored`);
    return keys;
  };
  const parts = await Promise.all(paths.map(read));
  assert.deepEqual(newestKeys(keysOf(parts.join())), newestKeys(stored), `a reply of ${host}`);
  const page = await read(`/channels/${text}/messages?limit=${PAGE}`);
  assert.deepEqual(keysOf(page), messagesOf(stored).slice(-PAGE).reverse(), `messages of ${host}`);
}

function messagesOf(keys: readonly string[]): string[] {
  return keys.filter((key) => key.startsWith('m'));
}
