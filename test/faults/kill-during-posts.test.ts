import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Database } from '#guildhall/store/database.js';
import type { Standing } from './api-process.js';

/** How often the service is killed; `GUILDHALL_TEST_KILLS` for a longer run. */
const KILLS = Number(process.env.GUILDHALL_TEST_KILLS ?? 5);
const POSTERS = 16;
const PROCESS = fileURLToPath(new URL('./api-process.js', import.meta.url));

interface Running {
  readonly child: ChildProcess;
  readonly standing: Standing;
}

/** Starts the service alone in a process of its own. @param bot the token of an earlier run's bot */
async function startService(databasePath: string, earlier: Standing | null): Promise<Running> {
  const child = spawn(process.execPath, [PROCESS, databasePath, JSON.stringify(earlier)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  assert.ok(child.stdout);
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(([code]) => assert.fail(`the service ended with ${code} before it served`)),
  ]);
  return { child, standing: JSON.parse(String(line)) as Standing };
}

/** Posts until the service is gone. @returns ids and contents of the messages that it acknowledged */
async function postUntilGone({ url, bot, channel }: Standing, poster: string): Promise<Map<string, string>> {
  const acknowledged = new Map<string, string>();
  for (let number = 0; ; number++) {
    const content = `${poster}-${number}`;
    try {
      const response = await fetch(`${url}/channels/${channel}/messages`, {
        method: 'POST',
        headers: { authorization: `Bot ${bot}`, 'content-type': 'application/json' },
        body: JSON.stringify({ content }),
      });
      const message = (await response.json()) as { id: string };
      assert.equal(response.status, 200);
      acknowledged.set(message.id, content);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return acknowledged;
    }
  }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function storedMessages(databasePath: string): Promise<Map<string, string>> {
  const database = await Database.open(databasePath);
  try {
    assert.deepEqual(await database.all('PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
    assert.deepEqual(await database.all('PRAGMA foreign_key_check'), []);
    const rows = await database.all<{ id: string; content: string }>(
      'SELECT CAST(id AS TEXT) AS id, content FROM messages',
    );
    return new Map(rows.map(({ id, content }) => [id, content]));
  } finally {
    await database.close();
  }
}

test(`kill -9 during a stream of posts loses none that was acknowledged (${KILLS} times)`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-kill-'));
  const databasePath = join(folder, 'guildhall.db');
  const acknowledged = new Map<string, string>();
  let standing: Standing | null = null;
  let child: ChildProcess | null = null;
  try {
    for (let round = 0; round < KILLS; round++) {
      const running = await startService(databasePath, standing);
      ({ child, standing } = running);
      const posts = Array.from({ length: POSTERS }, (_, poster) =>
        postUntilGone(running.standing, `${round}-${poster}`),
      );
      // Another moment each time: between commits, in one, in the middle of a checkpoint.
      await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 400));
      await kill(child);
      const before = acknowledged.size;
      for (const some of await Promise.all(posts))
        for (const [id, content] of some) acknowledged.set(id, content);
      assert.ok(acknowledged.size > before, 'something was acknowledged before the kill');
      const stored = await storedMessages(databasePath);
      for (const [id, content] of acknowledged) assert.equal(stored.get(id), content);
    }
    const last = await startService(databasePath, standing);
    child = last.child;
    const response = await fetch(
      `${last.standing.url}/channels/${last.standing.channel}/messages?limit=100`,
      {
        headers: { authorization: `Bot ${last.standing.bot}` },
      },
    );
    assert.equal(((await response.json()) as unknown[]).length, 100, 'the service serves what it kept');
  } finally {
    if (child !== null) await kill(child);
    await rm(folder, { recursive: true, force: true });
  }
});
