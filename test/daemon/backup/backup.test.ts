import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { access, chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { examineCopy } from '#guildhall/store/sqlite/store-copy.js';
import { assertPrivate } from '../../helpers/assert-private.js';
import { TestDaemon } from '../../helpers/daemon.js';
import { eventually } from '../../helpers/eventually.js';
import { onlyPosix } from '../../helpers/only-on.js';
import { runCommand } from '../../helpers/run-command.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';
import { createChannel, leftovers, listArchive, Person, storePath } from './support.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));

interface Summary {
  readonly bytes: number;
  readonly files: number;
  readonly has_store: boolean;
  readonly missing_files: number;
}

/** Runs a test with the home of a running daemon and a folder for backups. */
const withHome = (run: (daemon: TestDaemon, folder: string) => Promise<void>) => () =>
  withTemporaryFolder(async (folder) => {
    const daemon = await TestDaemon.start({ home: join(folder, 'home') });
    try {
      await run(daemon, folder);
    } finally {
      await daemon.stop();
    }
  });

async function hashOf(url: URL): Promise<string> {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex');
}

async function restore(file: string, home: string): Promise<{ files: number; former: string | null }> {
  const { exitCode, output, errors } = await runCommand(['restore', file, '--yes', '--home', home, '--json']);
  assert.equal(exitCode, 0, errors);
  return JSON.parse(output);
}

test(
  'a backup of a running daemon is restored into another home with accounts, messages, files and settings',
  withHome(async (daemon, folder) => {
    const [channel, person] = [await createChannel(daemon), await Person.of(daemon)];
    const { url } = await person.send(channel, 'kept', 70_000);
    await daemon.cli('voice', 'settings', '--input-volume', '42');
    await writeFile(join(daemon.home, 'demos.json'), JSON.stringify({ people: [], demos: [] }));
    const file = join(folder, 'backup.tar');
    const { bytes, has_store, missing_files } = await daemon.cli<Summary>('backup', file);
    assert.equal(has_store, true);
    assert.deepEqual([(await stat(file)).size, missing_files], [bytes, 0]);
    await assertPrivate(file);
    await person.send(channel, 'later');
    const before = await hashOf(new URL(url ?? ''));

    const names = (await listArchive(file)).join('\n');
    for (const name of [
      'store.db',
      'account.json',
      'demos.json',
      'voice.json',
      'attachments/',
      'manifest.json',
    ]) {
      assert.ok(names.includes(name), `${name} is in ${names}`);
    }
    assert.doesNotMatch(names, /log|runtime|lock|sessions/);

    const other = join(folder, 'other');
    assert.equal((await restore(file, other)).former, null);
    await daemon.end('SIGTERM');
    const restored = await TestDaemon.start({ home: other });
    try {
      const again = await Person.of(restored);
      const contents = await again.contents(channel);
      assert.ok(contents.includes('kept') && !contents.includes('later'), String(contents));
      const settings = await restored.cli<{ input: { volume: number } }>('voice', 'settings');
      assert.equal(settings.input.volume, 42);
      const { pathname, search } = new URL(url ?? '');
      assert.equal(await hashOf(new URL(pathname + search, restored.runtime.api.url)), before);
    } finally {
      await restored.stop();
    }
  }),
);

test(
  'a backup is not written into a folder in which others can rename it, or below one',
  { skip: onlyPosix('the folder is shared by its mode') },
  withHome(async (daemon, folder) => {
    const shared = join(folder, 'shared');
    await mkdir(join(shared, 'private'), { recursive: true, mode: 0o700 });
    await chmod(shared, 0o777);
    for (const path of [shared, join(shared, 'private')]) {
      const { exitCode, errors } = await runCommand(['backup', join(path, 'b.tar'), '--home', daemon.home]);
      assert.equal(exitCode, 1);
      assert.match(errors, /other users can change .*shared, .*\n.*only you can write to/);
    }
    assert.deepEqual(await readdir(shared, { recursive: true }), ['private']);
    // Nobody can rename the folder of another user in a sticky one.
    await chmod(shared, 0o1777);
    await daemon.cli('backup', join(shared, 'b.tar'));
    assert.deepEqual((await readdir(shared)).sort(), ['b.tar', 'private']);
  }),
);

test(
  'a backup is written, with a warning, although the settings are wrong',
  withHome(async (daemon, folder) => {
    await daemon.end('SIGTERM');
    await writeFile(join(daemon.home, 'config.toml'), 'api_prot = 1\n', { mode: 0o600 });
    const file = join(folder, 'backup.tar');
    const { errors, exitCode, output } = await runCommand(['backup', file, '--home', daemon.home, '--json']);
    assert.deepEqual([exitCode, (JSON.parse(output) as Summary).has_store], [0, true]);
    assert.match(
      errors,
      /^warning: .*config\.toml:1: unknown setting "api_prot"; did you mean api_port\?\n$/,
    );
  }),
);

test(
  'a backup replaces no file and needs a folder, and a restore is refused while a daemon runs',
  withHome(async (daemon, folder) => {
    const file = join(folder, 'backup.tar');
    await daemon.cli('backup', file);
    const first = await readFile(file);
    const command = (...args: string[]) => runCommand([...args, '--home', daemon.home]);
    for (const [args, message] of [
      [['backup', file], /exists already/],
      [
        ['backup', join(folder, 'not here', 'backup.tar')],
        /there is no folder .*\n.*mkdir -p ['"].*not here['"]/,
      ],
      [['backup', join(folder, 'b.tar'), '--home', join(folder, 'empty')], /nothing to back up/],
      [['restore', file], /already running on this home\n.*guildhall stop/],
      [['restore', join(folder, 'nowhere.tar')], /there is no file/],
    ] as const) {
      const { exitCode, errors } = await (args.includes('--home') ? runCommand(args) : command(...args));
      assert.equal(exitCode, 1);
      assert.match(errors, message);
    }
    assert.deepEqual(await readFile(file), first);
    assert.deepEqual(await leftovers(daemon.home), []);
    assert.equal((await daemon.cli<{ pid: number }>('status')).pid, daemon.process.pid);
  }),
);

test(
  'messages with files that come and go during backups are whole in each of them',
  withHome(async (daemon, folder) => {
    const [channel, person] = [await createChannel(daemon), await Person.of(daemon)];
    let isOver = false;
    const changes = (async () => {
      for (let number = 0; !isOver; number += 1) {
        const { id } = await person.send(channel, `message ${number}`, 10_000);
        if (number % 2 === 0) await person.delete(channel, id);
      }
      return person.contents(channel);
    })();
    for (let number = 0; number < 5; number += 1) {
      const file = join(folder, `${number}.tar`);
      assert.equal((await daemon.cli<Summary>('backup', file)).missing_files, 0);
      const home = join(folder, `home-${number}`);
      await restore(file, home);
      const { attachments, damage } = await examineCopy(storePath(home));
      assert.equal(damage, null);
      for (const id of attachments) await access(join(home, 'attachments', id));
    }
    isOver = true;
    assert.ok((await changes).length > 1, 'messages were sent meanwhile');
  }),
);

test(
  'a backup that is killed at any moment leaves the home as it was and no file that looks like a backup',
  withHome(async (daemon, folder) => {
    const [channel, person] = [await createChannel(daemon), await Person.of(daemon)];
    for (let number = 0; number < 3; number += 1) await person.send(channel, 'text', 2_000_000);
    for (let number = 0; number < 4; number += 1) {
      const file = join(folder, `killed-${number}.tar`);
      const child = spawn(process.execPath, [MAIN, 'backup', file, '--home', daemon.home], {
        stdio: 'ignore',
      });
      const exited = once(child, 'exit');
      // At another moment each time, by how much of the six megabytes is written.
      const written = async () => {
        const name = (await readdir(folder)).find((each) => each.startsWith(`killed-${number}.tar`));
        return name === undefined ? -1 : ((await stat(join(folder, name)).catch(() => null))?.size ?? -1);
      };
      await eventually(async () => child.exitCode !== null || (await written()) >= number * 1_600_000);
      child.kill('SIGKILL');
      await exited;
      if (!(await readdir(folder)).includes(`killed-${number}.tar`)) continue;
      await restore(file, join(folder, `restored-${number}`));
    }
    const last = await daemon.cli<Summary>('backup', join(folder, 'last.tar'));
    assert.equal(last.missing_files, 0);
    assert.deepEqual(await leftovers(daemon.home), [], 'what killed ones left is removed');
    assert.ok((await person.contents(channel)).length >= 3);
  }),
);

test('a backup of a home without a store says that it has no guilds', () =>
  withTemporaryFolder(async (folder) => {
    const home = join(folder, 'home');
    await mkdir(home, { mode: 0o700 });
    await writeFile(join(home, 'account.json'), JSON.stringify({ version: 2, current: {}, accounts: [] }));
    const { output } = await runCommand(['backup', join(folder, 'b.tar'), '--home', home]);
    assert.match(output, /no guilds and no messages: this home has no store\.db/);
    const second = await runCommand(['backup', join(folder, 'c.tar'), '--home', home, '--json']);
    assert.equal((JSON.parse(second.output) as Summary).has_store, false);
  }));

for (const [source, text, environment] of [
  ['config.toml', 'store = "postgres://db.example/guildhall"\n', {}],
  ['the environment', '', { GUILDHALL_STORE: 'postgres://db.example/guildhall' }],
] as const) {
  test(`a SQLite file that is left after a move to PostgreSQL, as ${source} says, is not backed up`, () =>
    withTemporaryFolder(async (folder) => {
      const home = join(folder, 'home');
      await mkdir(home, { mode: 0o700 });
      await writeFile(join(home, 'config.toml'), text);
      await writeFile(storePath(home), 'the former store');
      const backup = async (file: string, ...more: string[]) => {
        const finished = await runCommand(['backup', file, '--home', home, ...more], environment);
        assert.equal(finished.exitCode, 0, finished.errors);
        return finished.output;
      };
      const file = join(folder, 'b.tar');
      assert.match(await backup(file), /in PostgreSQL and not in this backup: use pg_dump/);
      assert.deepEqual(await listArchive(file), ['config.toml', 'manifest.json']);
      const summary = JSON.parse(await backup(join(folder, 'c.tar'), '--json'));
      assert.deepEqual([summary.has_store, summary.uses_postgres], [false, true]);

      await rm(storePath(home));
      assert.match(await backup(join(folder, 'd.tar')), /use pg_dump/, 'nor does it need one');
      await rm(join(home, 'config.toml'));
      const { errors } = await runCommand(['backup', join(folder, 'e.tar'), '--home', home], {
        GUILDHALL_STORE: 'postgres://db.example/guildhall',
      });
      assert.match(errors, /there is nothing to back up in .*\n.*in PostgreSQL .*: use pg_dump/);
    }));
}

test('a file of a message that the home itself has lost is counted, and the rest is backed up', () =>
  withTemporaryFolder(async (folder) => {
    const home = join(folder, 'home');
    const daemon = await TestDaemon.start({ home });
    const [channel, person] = [await createChannel(daemon), await Person.of(daemon)];
    await person.send(channel, 'lost', 1000);
    await person.send(channel, 'kept', 1000);
    await daemon.end('SIGTERM');
    const [lost = ''] = (await readdir(join(home, 'attachments'))).sort();
    await rm(join(home, 'attachments', lost));
    const { output } = await runCommand(['backup', join(folder, 'b.tar'), '--home', home, '--json']);
    assert.equal((JSON.parse(output) as Summary).missing_files, 1);
    const { former } = await restore(join(folder, 'b.tar'), home);
    assert.ok(former?.startsWith(join(home, 'before-restore-')));
    assert.ok((await readdir(former ?? '')).includes('store.db'), 'the former store is kept aside');
    assert.equal((await readdir(join(home, 'attachments'))).length, 1);
  }));

test('a damaged store is not backed up', () =>
  withTemporaryFolder(async (folder) => {
    const home = join(folder, 'home');
    await mkdir(home, { mode: 0o700 });
    await writeFile(storePath(home), 'not a database, but long enough to be looked at as one '.repeat(100));
    const { exitCode, errors } = await runCommand(['backup', join(folder, 'b.tar'), '--home', home]);
    assert.equal(exitCode, 1);
    assert.match(errors, /not a database|damaged/);
    assert.deepEqual(await readdir(folder), ['home'], 'nothing is left beside the target');
  }));
