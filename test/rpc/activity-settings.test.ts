import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ActivitySettings } from '#guildhall/rpc/activities/activity-settings.js';
import { assertPrivate } from '../helpers/assert-private.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

test('decisions about activities take effect at once and survive a restart', () =>
  withTemporaryFolder(async (folder) => {
    const path = join(folder, 'activities.json');
    const settings = await ActivitySettings.open(path, 'embedded');
    let changes = 0;
    const stop = settings.onChange(() => {
      changes += 1;
    });
    assert.deepEqual([settings.isShown('1', true), settings.isShown('2', false)], [true, true]);
    await settings.block('1');
    await settings.chooseUnregistered('ask');
    assert.deepEqual([settings.isShown('1', true), settings.isShown('2', false)], [false, false]);
    assert.deepEqual([settings.isUndecided('1', true), settings.isUndecided('2', false)], [false, true]);
    await settings.unblock('2');
    assert.equal(settings.isUndecided('2', false), false);
    for (const one of [settings, await ActivitySettings.open(path, 'embedded')]) {
      assert.deepEqual([one.isShown('1', true), one.isShown('2', false)], [false, true]);
      assert.deepEqual([one.isShown('3', true), one.isShown('3', false)], [true, false]);
      assert.deepEqual([one.unregistered, one.blocked, one.acceptsUnregistered], ['ask', ['1'], true]);
    }
    await settings.unblock('1');
    await settings.chooseUnregistered('off');
    assert.deepEqual([settings.isShown('1', true), settings.acceptsUnregistered], [true, false]);
    stop();
    await settings.block('5');
    assert.equal(changes, 5);
    await assertPrivate(path);
  }));

test('decisions about activities count for the service where they were made', () =>
  withTemporaryFolder(async (folder) => {
    const path = join(folder, 'activities.json');
    const own = await ActivitySettings.open(path, 'embedded');
    await own.chooseUnregistered('ask');
    await own.block('1');
    await own.unblock('2');
    const remote = await ActivitySettings.open(path, 'https://chat.example/api');
    assert.deepEqual([remote.unregistered, remote.blocked], ['ask', []]);
    assert.deepEqual([remote.isShown('1', true), remote.isShown('2', false)], [true, false]);
    await remote.block('2');
    await remote.unblock('1');
    const again = await ActivitySettings.open(path, 'embedded');
    assert.deepEqual(again.blocked, ['1']);
    assert.deepEqual([again.isShown('1', true), again.isShown('2', false)], [false, true]);
  }));

test('a damaged file of decisions is refused', () =>
  withTemporaryFolder(async (folder) => {
    const path = join(folder, 'activities.json');
    await writeFile(path, '{"version":1,"unregistered":"maybe","blocked":[],"allowed":[]}');
    await assert.rejects(ActivitySettings.open(path, 'embedded'), /is damaged/);
  }));
