import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, open, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { type Clock, systemClock } from '#guildhall/platform/clock.js';
import { restrictToOwner } from '#guildhall/platform/files/private-file.js';
import type { LogLevel } from '#guildhall/platform/log.js';
import { createLogger } from '#guildhall/platform/log.js';
import { formerLog, LogFile } from '#guildhall/platform/log-file/log-file.js';
import { readLog } from '#guildhall/platform/log-file/read-log.js';
import { assertPrivate } from '../helpers/assert-private.js';
import { eventually } from '../helpers/eventually.js';
import { onlyPosix } from '../helpers/only-on.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const withPath = (run: (path: string) => Promise<void>) => () =>
  withTemporaryFolder((folder) => run(join(folder, 'guildhall.log')));

async function messages(path: string, level: LogLevel = 'trace', lines = 100): Promise<string[]> {
  const found: string[] = [];
  for await (const { message } of readLog(path, { level, lines }, null)) found.push(message);
  return found;
}

interface Followed {
  readonly seen: string[];
  /** resolves when what was logged before has been read */
  readonly isWaiting: Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Collects the messages of a followed log. */
function follow(path: string): Followed {
  const seen: string[] = [];
  const end = new AbortController();
  let report = () => {};
  const isWaiting = new Promise<void>((resolve) => {
    report = resolve;
  });
  const clock: Clock = {
    ...systemClock,
    after(ms, callback) {
      report();
      return systemClock.after(ms, callback);
    },
  };
  const following = { clock, signal: end.signal };
  const finished = (async () => {
    for await (const { message } of readLog(path, { level: 'trace', lines: 1 }, following))
      seen.push(message);
  })();
  return {
    seen,
    isWaiting,
    stop: async () => {
      end.abort();
      await finished;
    },
  };
}

test(
  'lines logged before the file was opened are written, readable only by the owner',
  withPath(async (path) => {
    // As in a home.
    await restrictToOwner(dirname(path), 0o700);
    const file = new LogFile(systemClock);
    const log = createLogger('info', file);
    log.info('first');
    await file.open(path);
    log.warn({ port: 1 }, 'second');
    log.debug('below the level');
    await file.stop();
    assert.deepEqual(await messages(path), ['first', 'second']);
    await assertPrivate(path);
  }),
);

test(
  'the log keeps two files of limited size, and its tail spans both',
  withPath(async (path) => {
    const file = new LogFile(systemClock, 10_000);
    const log = createLogger('info', file);
    await file.open(path);
    for (let number = 0; number < 400; number += 1) {
      log.info(`line ${number}`);
      if (number % 20 === 19)
        await eventually(async () => (await messages(path)).at(-1) === `line ${number}`);
    }
    await file.stop();
    const sizes = [(await stat(path)).size, (await stat(formerLog(path))).size];
    // Windows replaces a file that is being read later.
    assert.ok(Math.max(...sizes) <= (process.platform === 'win32' ? 20_000 : 10_000), String(sizes));
    const kept = await messages(path, 'info', 1000);
    assert.equal(kept.at(-1), 'line 399');
    const first = Number(kept[0]?.replace('line ', ''));
    assert.ok(first > 0 && kept.length === 400 - first, 'no line between the first and the last is missing');
    assert.ok(
      (await readFile(path, 'utf8')).split('\n').length <= kept.length,
      'some are in the former file',
    );
  }),
);

test(
  'no line is lost while somebody reads the former file',
  withPath(async (path) => {
    const file = new LogFile(systemClock, 100);
    const log = createLogger('info', file);
    await writeFile(formerLog(path), '');
    await file.open(path);
    log.info('a line that fills the file, so that the next one needs another file');
    await eventually(async () => (await messages(path)).length === 1);
    const reader = await open(formerLog(path));
    log.info('next');
    await file.stop();
    await reader.close();
    assert.equal((await messages(path)).at(-1), 'next');
  }),
);

test(
  'lines that cannot be written are counted, and later ones are written',
  withPath(async (path) => {
    const file = new LogFile(systemClock, 50);
    const log = createLogger('info', file);
    await file.open(path);
    log.info(
      'a line that fills the file so that the next one needs another file, which takes this many words',
    );
    await eventually(async () => (await messages(path)).length === 1);
    // Nothing can be renamed over a folder.
    await mkdir(join(formerLog(path), 'in the way'), { recursive: true });
    log.info('lost');
    log.info('lost, too');
    // It waits until they could not be written.
    await file.stop();
    await rm(formerLog(path), { recursive: true });
    await file.open(path);
    log.info('written');
    await file.stop();
    const [lost, last] = (await readFile(path, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual([lost.msg, lost.lines, last.msg], ['log lines were not written', 2, 'written']);
  }),
);

test(
  'following a log continues after its file is replaced or created',
  withPath(async (path) => {
    const line = (text: string) => `${JSON.stringify({ level: 30, time: 1, msg: text })}\n`;
    const { seen, isWaiting, stop } = follow(path);
    await isWaiting;
    await writeFile(path, line('a') + line('ä'));
    await eventually(() => seen.length === 2);
    await appendFile(path, line('b').slice(0, 5));
    await appendFile(path, line('b').slice(5));
    await eventually(() => seen.length === 3);
    await rename(path, formerLog(path));
    await appendFile(formerLog(path), line('c'));
    await writeFile(path, line('d'));
    await eventually(() => seen.length === 5);
    await stop();
    assert.deepEqual(seen, ['a', 'ä', 'b', 'c', 'd']);
  }),
);

test(
  'lines of a lower level are omitted, and damaged lines are shown unchanged',
  withPath(async (path) => {
    const lines = [
      { level: 50, time: 1, msg: 'error' },
      { level: 30, time: 1, msg: 'info' },
      { level: 40, time: 1, msg: 'warning' },
    ];
    await writeFile(path, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"level":30,"ti`);
    assert.deepEqual(await messages(path, 'warn'), ['error', 'warning']);
    assert.deepEqual(await messages(path, 'info', 2), ['warning', '{"level":30,"ti']);
    assert.deepEqual(await messages(path, 'info', 0), []);
  }),
);

test(
  'secrets are not logged in a message or its nested data',
  withPath(async (path) => {
    const file = new LogFile(systemClock);
    const log = createLogger('info', file);
    await file.open(path);
    const secrets = {
      token: 'CANARY',
      access_token: 'CANARY',
      refresh_token: 'CANARY',
      authorization: 'CANARY',
    };
    log.info({ ...secrets, user: secrets, request: { headers: secrets } }, 'signed in');
    await file.stop();
    const text = await readFile(path, 'utf8');
    assert.match(text, /signed in/);
    assert.doesNotMatch(text, /CANARY/);
  }),
);

test('the codes of errors are logged, and OAuth2 codes are not', () => {
  let written = '';
  const log = createLogger('info', { write: (line) => (written += line) });
  log.info({ err: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }, 'lost the database');
  log.info({ query: { code: 'of-a-grant' } }, 'signed in');
  const [lost, signedIn] = written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, object>);
  assert.equal((lost?.err as { error_code: string } | undefined)?.error_code, 'ECONNREFUSED');
  assert.deepEqual(signedIn?.query, { code: '[Redacted]' });
});

test(
  'a named pipe or device at the log path is neither read nor written',
  { skip: onlyPosix('no named pipe or device is a file') },
  () =>
    withTemporaryFolder(async (folder) => {
      const [pipe, device] = [join(folder, 'pipe'), join(folder, 'device')];
      execFileSync('mkfifo', [pipe]);
      await symlink('/dev/null', device);
      for (const path of [pipe, device]) {
        await assert.rejects(messages(path), /is (?:a named pipe|a device), not a file/);
        await assert.rejects(
          new LogFile(systemClock).open(path),
          /is (?:a named pipe or a socket|a device), not a file/,
        );
      }
      await rename(pipe, formerLog(device));
      await rm(device);
      await assert.rejects(messages(device), /is a named pipe, not a file/);
    }),
);
