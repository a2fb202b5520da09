// test:all kills: ends restores at random moments
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { TestDaemon } from '../../helpers/daemon.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';
import { createChannel, leftovers, Person } from './support.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));

/** What the store, the account file and the voice settings of a home say. */
interface Contents {
  readonly id: string;
  readonly volume: number;
  readonly messages: readonly string[];
}

/** Makes a home with a person, settings and a message with a file. @returns the channel of the message */
async function makeHome(home: string, name: string, volume: number): Promise<string> {
  const daemon = await TestDaemon.start({ home });
  try {
    const channel = await createChannel(daemon);
    const person = await Person.of(daemon);
    for (let part = 0; part < 3; part += 1) await person.send(channel, name, 3_000_000);
    await daemon.cli('voice', 'settings', '--input-volume', String(volume));
    if (name === 'new') await daemon.cli('backup', join(home, '..', 'backup.tar'));
    return channel;
  } finally {
    await daemon.stop();
  }
}

/** Starts a daemon on a home and asks it for what it has in one of two channels. */
async function readContents(home: string, channels: readonly string[]): Promise<Contents> {
  const daemon = await TestDaemon.start({ home });
  try {
    const { id } = await daemon.cli<{ id: string }>('whoami');
    const { input } = await daemon.cli<{ input: { volume: number } }>('voice', 'settings');
    const person = await Person.of(daemon);
    const found = await Promise.all(channels.map((each) => person.contents(each).catch(() => [])));
    return {
      id,
      volume: input.volume,
      messages: found.flat().filter((text) => /^(?:new|former)$/.test(text)),
    };
  } finally {
    await daemon.stop();
    assert.deepEqual(await leftovers(home), [], 'what the killed restore left is removed');
  }
}

/** When a restore is killed: once this holds for its home. */
const MOMENTS: Readonly<Record<string, (home: string) => boolean>> = {
  'when it begins to unpack': (home) => existsSync(join(home, 'restore')),
  'when it has unpacked the store': (home) => existsSync(join(home, 'restore/new/store.db')),
  'when it has unpacked a file': (home) => isFilled(join(home, 'restore/new/attachments')),
  'when everything is checked': (home) => existsSync(join(home, 'restore/ready.json')),
  'when it replaces the home': (home) => readdirSync(home).some((name) => name.startsWith('before-restore')),
  'when the former store is aside': (home) => !existsSync(join(home, 'store.db')),
};

function isFilled(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}

async function killRestore(backup: string, home: string, hasCome: (home: string) => boolean): Promise<void> {
  const child = spawn(process.execPath, [MAIN, 'restore', backup, '--yes', '--home', home], {
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  // Without a pause: some of these moments last less than a millisecond. The restore may end before one is seen.
  while (child.exitCode === null && !hasCome(home)) await setImmediate();
  child.kill('SIGKILL');
  await exited;
}

test('a restore that is killed at any moment leaves the former home or the restored one', () =>
  withTemporaryFolder(async (folder) => {
    const [former, source] = [join(folder, 'former'), join(folder, 'source')];
    const channels = [await makeHome(former, 'former', 10), await makeHome(source, 'new', 42)];
    const before = await readContents(former, channels);
    const restored = await readContents(source, channels);
    assert.deepEqual([before.messages, restored.messages], [Array(3).fill('former'), Array(3).fill('new')]);
    assert.notEqual(before.id, restored.id);
    for (const [moment, hasCome] of Object.entries(MOMENTS)) {
      const home = join(folder, 'home', moment.replaceAll(' ', '-'));
      await cp(former, home, { recursive: true });
      await killRestore(join(folder, 'backup.tar'), home, hasCome);
      const after = await readContents(home, channels);
      const expected = after.id === before.id ? before : restored;
      assert.deepEqual(after, expected, `killed ${moment}`);
    }
  }));
