// test:all kills: kills at moments of real time
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Random } from '../helpers/random.js';
import { KillableService } from './support/killable-service.js';
import { ok } from './support/request.js';
import { assertSound, withDatabase } from './support/store-invariants.js';

/** How often the service is killed; `npm run kills` for a longer run. */
const KILLS = Number(process.env.GUILDHALL_TEST_KILLS ?? 4);
const UPLOADERS = 6;
const LARGEST_FILE = 400_000;

/** Where and as whom messages are sent. */
interface Place {
  readonly channel: string;
  /** an Authorization header */
  readonly as: string;
}

/** A message that was acknowledged, with the hashes of its files. */
interface Sent {
  readonly id: string;
  readonly hashes: readonly string[];
}

async function prepare({ url, casts }: KillableService): Promise<Place> {
  const as = `Bot ${casts[0]?.application.bot?.token}`;
  const json = { name: 'World', channels: [{ name: 'talk' }] };
  const { id } = await ok(url, { method: 'POST', path: '/guilds', as, json });
  const [channel] = await ok(url, { method: 'GET', path: `/guilds/${id}/channels`, as });
  return { channel: channel.id, as };
}

/** Sends messages with files, and deletes every third one, until the service is gone. */
async function uploadUntilGone(url: string, { channel, as }: Place, random: Random): Promise<Sent[]> {
  const kept: Sent[] = [];
  for (let number = 0; ; number++) {
    const contents = [0, 1].map(() => randomBytes(random.below(LARGEST_FILE)));
    const form = new FormData();
    for (const [index, content] of contents.entries())
      form.append(`file${index}`, new Blob([content]), 'a.bin');
    const headers = { authorization: as };
    const path = `${url}/channels/${channel}/messages`;
    try {
      const reply = await fetch(path, { method: 'POST', headers, body: form });
      assert.equal(reply.status, 200);
      const { id } = (await reply.json()) as { id: string };
      if (number % 3 === 2) {
        await deleteMessage(url, { channel, as }, id);
      } else {
        kept.push({ id, hashes: contents.map(hashOf) });
      }
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return kept;
    }
  }
}

async function deleteMessage(url: string, { channel, as }: Place, id: string): Promise<void> {
  const path = `${url}/channels/${channel}/messages/${id}`;
  const reply = await fetch(path, { method: 'DELETE', headers: { authorization: as } });
  assert.equal(reply.status, 204);
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The files that the store has, by id. */
function storedRows(databasePath: string): Promise<{ id: string; message: string; size: number }[]> {
  return withDatabase(databasePath, (database) =>
    database.all(
      'SELECT CAST(id AS TEXT) AS id, CAST(message_id AS TEXT) AS message, size FROM attachments ORDER BY id',
    ),
  );
}

test(`kill -9 during uploads and deletions leaves no row without its file and no file without its row (${KILLS} times)`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-kill-'));
  const databasePath = join(folder, 'guildhall.db');
  const files = join(folder, 'attachments');
  let acknowledged = 0;
  const random = new Random();
  let unknown = 0;
  let service = await KillableService.start(databasePath, { casts: 1 });
  try {
    const place = await prepare(service);
    for (let round = 0; round < KILLS; round++) {
      const { url } = service;
      const uploads = Array.from({ length: UPLOADERS }, () => uploadUntilGone(url, place, random));
      await new Promise((resolve) => setTimeout(resolve, 300 + random.below(500)));
      await service.kill();
      const sent = (await Promise.all(uploads)).flat();
      acknowledged += sent.length;

      const left = new Set(await readdir(files));
      const rows = await storedRows(databasePath);
      for (const { id } of rows) assert.ok(left.has(id), `the row ${id} has its file right after the kill`);
      unknown += left.size - rows.length;

      service = await KillableService.start(databasePath);
      await assertSound(databasePath);
      const known = await storedRows(databasePath);
      assert.deepEqual(new Set(await readdir(files)), new Set(known.map(({ id }) => id)));
      for (const { id, hashes } of sent) {
        const own = known.filter(({ message }) => message === id);
        const contents = await Promise.all(own.map((row) => readFile(join(files, row.id))));
        assert.deepEqual(contents.map(hashOf), hashes, `the files of message ${id}`);
        // What one account may upload is not enough for all rounds.
        await deleteMessage(service.url, place, id);
      }
    }
    assert.ok(acknowledged > 0, 'something was acknowledged before a kill');
    assert.ok(unknown > 0, 'some kill came in the middle of an upload');
  } finally {
    await service.kill();
    await rm(folder, { recursive: true, force: true });
  }
});
