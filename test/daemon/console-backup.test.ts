import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { test } from 'node:test';
import { ControlClient } from '#guildhall/control/control-client.js';
import { createBackup, getFacts } from '#guildhall/control/operations/status.js';
import { homeFiles } from '#guildhall/platform/home.js';
import { assertPrivate } from '../helpers/assert-private.js';
import { withDaemon } from '../helpers/daemon.js';

test(
  'the console writes a backup of a running daemon into a private folder of its home',
  withDaemon(async (daemon) => {
    const files = homeFiles(daemon.home);
    const control = new ControlClient(files);
    const [first, second] = await Promise.all([
      control.call(createBackup, {}, {}),
      control.call(createBackup, {}, {}),
    ]);
    assert.deepEqual(first, second, 'two requests at once are one backup');
    assert.equal((await stat(first.file)).size, first.bytes);
    await assertPrivate(first.file);
    await assertPrivate(files.backups);
    const facts = await control.call(getFacts, {}, {});
    assert.equal(facts.home, daemon.home);
    assert.ok((facts.store_bytes ?? 0) > 0);
    assert.equal(facts.addon_missing, null);
  }),
);
