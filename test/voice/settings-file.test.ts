import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { NotSavedError } from '#guildhall/platform/errors.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { VoiceSettingsFile } from '#guildhall/voice/settings-file.js';
import { NO_KEYS } from '#guildhall/voice/voice-keys.js';
import { assertPrivate } from '../helpers/assert-private.js';

function withFile(run: (path: string) => Promise<void>): () => Promise<void> {
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-voice-'));
    try {
      await run(join(folder, 'voice.json'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

test(
  'voice settings survive reopening the file, which others cannot read',
  withFile(async (path) => {
    const file = await VoiceSettingsFile.open(path, silentLogger);
    file.own = { settings: { mute: true, input: { volume: 40 } }, users: new Map([['3', { mute: true }]]) };
    file.keys = { ...NO_KEYS, mute: [{ type: 0, code: 16, name: 'm' }] };
    const users = new Map([['2', { volume: 150 }]]);
    file.layers.set('100 1', { settings: { deaf: true }, users });
    await file.save();
    await file.stop();
    await assertPrivate(path);
    const again = await VoiceSettingsFile.open(path, silentLogger);
    assert.deepEqual([again.own, again.keys], [file.own, file.keys]);
    assert.deepEqual(again.layers, file.layers);
  }),
);

test(
  'the file stores the hundred applications that changed settings last',
  withFile(async (path) => {
    const file = await VoiceSettingsFile.open(path, silentLogger);
    for (let id = 1; id <= 150; id += 1) {
      file.layers.set(`${id} 1`, { settings: { mute: true }, users: new Map() });
    }
    await file.save();
    await file.stop();
    const again = await VoiceSettingsFile.open(path, silentLogger);
    assert.deepEqual([...again.layers.keys()], [...file.layers.keys()].slice(50));
  }),
);

test(
  'a damaged file is an error that names it, and stays as it is',
  withFile(async (path) => {
    for (const text of [
      '{',
      '{"version":2}',
      '{"version":1,"own":{"input":{"volume":900}},"applications":[]}',
    ]) {
      await writeFile(path, text);
      await assert.rejects(VoiceSettingsFile.open(path, silentLogger), /voice\.json is damaged/);
      assert.equal(await readFile(path, 'utf8'), text);
    }
  }),
);

test(
  'a change that cannot be saved holds until the end and says so, and is saved at the end if that works by then',
  withFile(async (path) => {
    const file = await VoiceSettingsFile.open(path, silentLogger);
    await mkdir(path);
    file.own = { settings: { mute: true }, users: new Map() };
    await assert.rejects(file.save(), NotSavedError);
    assert.deepEqual(file.own.settings, { mute: true });
    await rmdir(path);
    await file.stop();
    assert.deepEqual((await VoiceSettingsFile.open(path, silentLogger)).own.settings, { mute: true });
  }),
);

test(
  'changes during a write are saved by one more write, which all of them wait for',
  withFile(async (path) => {
    const file = await VoiceSettingsFile.open(path, silentLogger);
    const change = (volume: number) => {
      file.own = { settings: { input: { volume } }, users: new Map() };
      return file.save();
    };
    const first = change(1);
    await Promise.resolve();
    const [second, third] = [change(2), change(3)];
    assert.equal(second, third);
    await Promise.all([first, second]);
    assert.deepEqual((await VoiceSettingsFile.open(path, silentLogger)).own.settings, {
      input: { volume: 3 },
    });
  }),
);
