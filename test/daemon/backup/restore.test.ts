import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { createBackup } from '#guildhall/daemon/backup/create-backup.js';
import { finishRestore, pendingMoves, writeReady } from '#guildhall/daemon/backup/finish-restore.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { makePrivateFolder } from '#guildhall/platform/files/private-file.js';
import { homeFiles } from '#guildhall/platform/home.js';
import { openStore } from '#guildhall/store/sqlite/open-store.js';
import { runCommand } from '../../helpers/run-command.js';
import { writeArchive } from './support.js';

let folder: string;
let backup: Buffer;

/** The files of a home, by name, with their content; stores are compared by their bytes. */
async function contentsOf(home: string): Promise<Record<string, string>> {
  const names = await readdir(home, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile() && !/lock$/.test(entry.name));
  const read = async (path: string) => (await readFile(path)).toString('base64');
  const pairs = files.map(async ({ name, parentPath }) => {
    const path = join(parentPath, name);
    return [path.slice(home.length + 1), await read(path)] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}

/** A home with a store, an account file, settings and a file of a message. */
async function makeHome(home: string, text: string): Promise<void> {
  const files = homeFiles(home);
  await makePrivateFolder(home);
  await mkdir(files.attachments, { mode: 0o700 });
  await (await openStore(files.database, () => {})).close();
  await writeFile(files.voiceSettings, JSON.stringify({ version: 1, own: {}, applications: [], text }));
  await writeFile(files.configuration, `# ${text}\n`);
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-test-'));
  await makeHome(join(folder, 'source'), 'from the backup');
  const target = join(folder, 'good.tar');
  await createBackup({
    files: homeFiles(join(folder, 'source')),
    target,
    clock: systemClock,
    usesPostgres: false,
    onProgress: () => {},
  });
  backup = await readFile(target);
});

after(() => rm(folder, { recursive: true, force: true }));

const flipped = (offset: number): Buffer => {
  const bytes = Buffer.from(backup);
  bytes.writeUInt8(bytes.readUInt8(offset) ^ 1, offset);
  return bytes;
};

const DAMAGED: Readonly<Record<string, (path: string) => Promise<void>>> = {
  'is empty': (path) => writeFile(path, ''),
  'is not an archive': (path) => writeFile(path, 'x'.repeat(4096)),
  'ends early': (path) => writeFile(path, backup.subarray(0, backup.length / 2)),
  'lacks its manifest': (path) =>
    writeFile(path, Buffer.concat([backup.subarray(0, 1024), Buffer.alloc(1024)])),
  'has a changed byte in a header': (path) => writeFile(path, flipped(3)),
  'has a changed byte in a file': (path) => writeFile(path, flipped(515)),
  'names a file outside of the home': (path) => writeArchive(path, { '../evil': 'x' }),
  'names a file by an absolute path': (path) => writeArchive(path, { '/tmp/evil': 'x' }),
  'has a file that no backup has': (path) => writeArchive(path, { 'control.sock': 'x' }),
  'has a file of a message with another name': (path) => writeArchive(path, { 'attachments/../x': 'x' }),
  'has a store that is not a database': (path) =>
    writeArchive(path, { 'store.db': 'nonsense '.repeat(1000) }),
  'has a damaged account file': (path) => writeArchive(path, { 'account.json': '{' }),
  'has damaged remembered permissions': (path) => writeArchive(path, { 'remembered.json': '[]' }),
  'has damaged grants to revoke': (path) => writeArchive(path, { 'once-grants.json': '[]' }),
  'has damaged voice settings': (path) => writeArchive(path, { 'voice.json': '{"version":0}' }),
};

const NO_ARCHIVES = new Set(['is empty', 'is not an archive']);

for (const [what, write] of Object.entries(DAMAGED)) {
  test(`a backup that ${what} is refused, and the home stays as it was`, async () => {
    const [home, file] = [join(folder, what, 'home'), join(folder, what, 'backup.tar')];
    await makeHome(home, 'former');
    const former = await contentsOf(home);
    await write(file);
    const { exitCode, errors } = await runCommand(['restore', file, '--yes', '--home', home]);
    assert.equal(exitCode, 1);
    assert.match(errors, NO_ARCHIVES.has(what) ? /is not a backup of Guildhall/ : /is not a complete backup/);
    assert.deepEqual(await contentsOf(home), former);
    assert.deepEqual(await readdir(dirname(home)), ['backup.tar', 'home']);
  });
}

test('a restore shows the accounts, permissions and settings of the backup, and changes nothing unless they are accepted', async () => {
  const [home, other, target] = ['asked', 'other', 'asked.tar'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await makeHome(home, 'asked');
  const files = homeFiles(home);
  const allowed = [{ user_id: '1', application_id: '100', origin: null, scopes: ['rpc'], key_capture: true }];
  await writeFile(files.remembered, JSON.stringify({ version: 1, allowed }));
  await writeFile(files.configuration, 'api_url = "https://evil.example/api"\nallow_users = "mallory"\n');
  await createBackup({ files, target, usesPostgres: false, clock: systemClock, onProgress: () => {} });
  await makeHome(other, 'former');
  const former = await contentsOf(other);
  const refused = await runCommand(['restore', target, '--home', other]);
  assert.equal(refused.exitCode, 1);
  assert.match(
    refused.output,
    /100 +control this client: .* yes\n[\s\S]*api_url +"https:\/\/evil\.example\/api"\nallow_users +"mallory"\n/,
  );
  assert.match(refused.errors, /--yes/);
  assert.deepEqual(await contentsOf(other), former);
  assert.equal((await runCommand(['restore', target, '--json', '--home', other])).exitCode, 2);
  assert.equal((await runCommand(['restore', target, '--yes', '--home', other])).exitCode, 0);
});

test('a backup of a newer version is refused', async () => {
  const home = join(folder, 'newer');
  await makeHome(home, 'newer');
  const { Database } = await import('#guildhall/store/sqlite/database.js');
  const database = await Database.open(homeFiles(home).database);
  await database.exec('PRAGMA user_version = 9999');
  await database.close();
  const target = join(folder, 'newer.tar');
  await createBackup({
    files: homeFiles(home),
    target,
    usesPostgres: false,
    clock: systemClock,
    onProgress: () => {},
  });
  const { exitCode, errors } = await runCommand([
    'restore',
    target,
    '--yes',
    '--home',
    join(folder, 'older'),
  ]);
  assert.equal(exitCode, 1);
  assert.match(errors, /schema version 9999/);
});

test('a restore that is interrupted after any step is completed by the next start', async () => {
  const prepared = join(folder, 'prepared');
  await makeHome(prepared, 'former');
  await writeFile(homeFiles(prepared).remembered, '{}');
  await writeFile(`${homeFiles(prepared).database}-wal`, '');
  const former = await contentsOf(prepared);
  await cp(join(folder, 'source'), join(prepared, 'restore', 'new'), { recursive: true });
  for (const name of ['attachments', 'backup.lock', 'store.db-wal', 'store.db-shm']) {
    await rm(join(prepared, 'restore', 'new', name), { recursive: true, force: true });
  }
  const names = await readdir(join(prepared, 'restore', 'new'));
  const restored = await contentsOf(join(prepared, 'restore', 'new'));
  await writeReady(homeFiles(prepared), 0, names);
  const steps = (await pendingMoves(homeFiles(prepared))).length;
  assert.ok(steps > 6, String(steps));
  for (let done = 0; done <= steps; done += 1) {
    const files = homeFiles(join(folder, `interrupted-${done}`));
    await cp(prepared, files.home, { recursive: true });
    for (const [from, to] of (await pendingMoves(files)).slice(0, done)) {
      await mkdir(dirname(to), { recursive: true });
      await rename(from, to);
    }
    assert.ok((await finishRestore(files)) !== null);
    const now = await contentsOf(files.home);
    const aside = await contentsOf(join(files.home, 'before-restore-1970-01-01T00-00-00-000Z'));
    const kept = Object.entries(now).filter(([name]) => !name.startsWith('before-restore'));
    assert.deepEqual(Object.fromEntries(kept), restored, `after ${done} steps`);
    assert.deepEqual(aside, former, `after ${done} steps`);
    assert.deepEqual(await pendingMoves(files), []);
  }
});

test('what an interrupted reading of a backup left is removed, and the home stays as it was', async () => {
  const files = homeFiles(join(folder, 'unfinished'));
  await makeHome(files.home, 'former');
  const former = await contentsOf(files.home);
  await mkdir(join(files.home, 'restore', 'new'), { recursive: true });
  await writeFile(join(files.home, 'restore', 'new', 'store.db'), 'half');
  assert.equal(await finishRestore(files), null);
  assert.deepEqual(await contentsOf(files.home), former);
});
