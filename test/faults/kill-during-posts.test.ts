// test:all kills: kills at moments of real time
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Random } from '../helpers/random.js';
import { KillableService } from './support/killable-service.js';
import { ok, request } from './support/request.js';
import { assertSound, withDatabase } from './support/store-invariants.js';

/** How often the service is killed; `npm run kills` for a longer run. */
const KILLS = Number(process.env.GUILDHALL_TEST_KILLS ?? 5);
const POSTERS = 16;

/** Where to post, as whom. */
interface Place {
  readonly as: string;
  readonly channel: string;
}

async function prepare({ url, casts }: KillableService): Promise<Place> {
  const as = `Bot ${casts[0]?.application.bot?.token}`;
  const json = { name: 'World', channels: [{ name: 'talk' }] };
  const { id } = await ok(url, { method: 'POST', path: '/guilds', as, json });
  const [channel] = await ok(url, { method: 'GET', path: `/guilds/${id}/channels`, as });
  return { as, channel: channel.id };
}

/** Posts until the service is gone. @returns ids and contents of the messages that it acknowledged */
async function postUntilGone(
  url: string,
  { as, channel }: Place,
  poster: string,
): Promise<Map<string, string>> {
  const acknowledged = new Map<string, string>();
  for (let number = 0; ; number++) {
    const content = `${poster}-${number}`;
    const call = { method: 'POST', path: `/channels/${channel}/messages`, as, json: { content } };
    const reply = await request(url, call);
    if (reply === null) return acknowledged;
    assert.equal(reply.status, 200);
    acknowledged.set(reply.body.id, content);
  }
}

function storedMessages(databasePath: string): Promise<Map<string, string>> {
  return withDatabase(databasePath, async (database) => {
    const rows = await database.all<{ id: string; content: string }>(
      'SELECT CAST(id AS TEXT) AS id, content FROM messages',
    );
    return new Map(rows.map(({ id, content }) => [id, content]));
  });
}

test(`kill -9 during a stream of posts loses none that was acknowledged (${KILLS} times)`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-kill-'));
  const databasePath = join(folder, 'guildhall.db');
  const random = new Random();
  const acknowledged = new Map<string, string>();
  let service = await KillableService.start(databasePath, { casts: 1 });
  try {
    const place = await prepare(service);
    for (let round = 0; round < KILLS; round++) {
      const { url } = service;
      const posts = Array.from({ length: POSTERS }, (_, poster) =>
        postUntilGone(url, place, `${round}-${poster}`),
      );
      // Another moment each time: between commits, in one, in the middle of a checkpoint.
      await new Promise((resolve) => setTimeout(resolve, 150 + random.below(400)));
      await service.kill();
      for (const some of await Promise.all(posts))
        for (const [id, content] of some) acknowledged.set(id, content);
      await assertSound(databasePath);
      const stored = await storedMessages(databasePath);
      for (const [id, content] of acknowledged) assert.equal(stored.get(id), content);
      service = await KillableService.start(databasePath);
    }
    assert.ok(acknowledged.size > 0, 'something was acknowledged before a kill');
    const path = `/channels/${place.channel}/messages?limit=100`;
    const served = await ok(service.url, { method: 'GET', path, as: place.as });
    assert.ok(served.length >= Math.min(100, acknowledged.size), 'the service serves what it kept');
  } finally {
    await service.kill();
    await rm(folder, { recursive: true, force: true });
  }
});
