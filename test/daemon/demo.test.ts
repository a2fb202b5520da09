import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { assertPrivate } from '../helpers/assert-private.js';
import { withDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { onlyPosix } from '../helpers/only-on.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));

interface Demo {
  application: { id: string; name: string; client_secret: string };
  guild: { id: string; name: string };
  people: { id: string; username: string }[];
  sets: number;
  is_new: boolean;
}

test(
  'demo shows the demo that there is, makes another one if it is wanted, and removes all of it',
  withDaemon(async (daemon) => {
    const first = await daemon.cli<Demo>('demo');
    assert.deepEqual(
      [first.application.name, first.guild.name, first.is_new],
      ['Demo', 'Guildhall Demo', true],
    );
    await assertPrivate(join(daemon.home, 'demos.json'));
    assert.deepEqual(await daemon.cli('demo'), { ...first, is_new: false });

    const second = await daemon.cli<Demo>('demo', '--another');
    assert.deepEqual(
      [second.application.name, second.guild.name, second.sets],
      ['Demo 2', 'Guildhall Demo 2', 2],
    );
    assert.deepEqual(second.people, first.people);
    assert.equal((await daemon.cli<Demo>('demo')).guild.id, second.guild.id);

    const description = 'Created by guildhall demo.';
    const own = await daemon.cli<{ id: string }>(
      'apps',
      'create',
      '--name',
      'Own',
      '--description',
      description,
    );
    await daemon.run('apps', 'update', first.application.id, '--description', 'changed');
    const { stdout } = await daemon.run('demo', '--remove');
    assert.equal(stdout, 'removed with their guilds: Demo, Demo 2\n');
    const left = await daemon.cli<{ id: string }[]>('apps', 'list');
    assert.deepEqual(
      left.map(({ id }) => id),
      [own.id],
    );
    await daemon.run('apps', 'delete', own.id, '--yes');
    // The gateway tells the daemon later that the guilds are gone.
    await eventually(async () => (await daemon.cli<unknown[]>('guilds', 'list')).length === 0);
    assert.equal((await daemon.run('demo', '--remove')).stdout, 'there is no demo\n');

    const again = await daemon.cli<Demo>('demo');
    assert.equal(again.application.name, 'Demo');
    assert.deepEqual(again.people, first.people);
    await assert.rejects(daemon.run('demo', '--another', '--remove'), { code: 2 });
  }),
);

test(
  'a file that secrets are redirected to is readable by its owner alone',
  { skip: onlyPosix('sh redirects it, and it has a mode') },
  withDaemon(async (daemon) => {
    const file = join(daemon.home, 'demo.json');
    await writeFile(file, '', { mode: 0o644 });
    const command = '"$0" "$1" demo --json --home "$2" > "$3"';
    await promisify(execFile)('sh', ['-c', command, process.execPath, MAIN, daemon.home, file]);
    await assertPrivate(file);
  }),
);
