import assert from 'node:assert/strict';
import { watch } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { watchNames } from '#guildhall/platform/files/watch-names.js';
import { eventually } from '../../helpers/eventually.js';
import { onlyLinux } from '../../helpers/only-on.js';

const linux = { skip: onlyLinux('folders of devices are watched there') };

/** Runs with a folder that is not there yet and counts what is told of it. */
async function withWatch(run: (folder: string, changes: () => number, stop: () => void) => Promise<void>) {
  const home = await mkdtemp(join(tmpdir(), 'guildhall-names-'));
  const folder = join(home, 'dev');
  let changes = 0;
  const stop = watchNames(folder, /^hidraw\d+$/, () => {
    changes += 1;
  });
  // Nothing else keeps the test's process alive while it waits.
  const alive = setInterval(() => {}, 1000);
  try {
    await run(folder, () => changes, stop);
  } finally {
    stop();
    clearInterval(alive);
    await rm(home, { recursive: true, force: true });
  }
}

/** Resolves when one more change than before was told. */
async function oneMore(changes: () => number, act: () => Promise<unknown>): Promise<void> {
  const before = changes();
  await act();
  await eventually(() => changes() > before);
}

test('watchNames reports new and removed names, even if the folder is removed and created again', linux, () =>
  withWatch(async (folder, changes) => {
    await oneMore(changes, () => mkdir(folder));
    await oneMore(changes, () => writeFile(join(folder, 'hidraw0'), ''));
    await oneMore(changes, () => rm(join(folder, 'hidraw0')));
    await oneMore(changes, () => rm(folder, { recursive: true }));
    await oneMore(changes, () => mkdir(folder));
    await oneMore(changes, () => writeFile(join(folder, 'hidraw1'), ''));
  }),
);

test('watchNames follows a folder that is replaced by another', linux, () =>
  withWatch(async (folder, changes) => {
    await oneMore(changes, () => mkdir(folder));
    await mkdir(`${folder}.new`);
    await oneMore(changes, async () => {
      await rename(folder, `${folder}.old`);
      await rename(`${folder}.new`, folder);
    });
    await oneMore(changes, () => writeFile(join(folder, 'hidraw0'), ''));
  }),
);

test('watchNames reports no other names, and nothing after stop', linux, () =>
  withWatch(async (folder, changes, stop) => {
    await oneMore(changes, () => mkdir(folder));
    await writeFile(join(folder, 'sda'), '');
    await oneMore(changes, () => writeFile(join(folder, 'hidraw0'), ''));
    const told = changes();
    const seen = new Set<string>();
    const observer = watch(folder, (_event, name) => void seen.add(name ?? ''));
    try {
      await writeFile(join(folder, 'xhidraw0'), '');
      await eventually(() => seen.has('xhidraw0'));
      stop();
      await writeFile(join(folder, 'hidraw1'), '');
      await eventually(() => seen.has('hidraw1'));
    } finally {
      observer.close();
    }
    assert.equal(changes(), told);
  }),
);
