import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadNativeAddon } from '#guildhall/platform/native.js';
import { exercisesOf, namesOf, type SanitizedAddon } from '../sanitizers/exercises.js';

test('the sanitizers see everything that the addon has', {
  skip: process.platform === 'linux' ? false : 'the sanitizers are used on Linux',
}, () => {
  const { addon } = loadNativeAddon();
  assert.ok(addon);
  const exercises = exercisesOf(
    addon as SanitizedAddon,
    async () => {},
    () => {},
  );
  assert.deepEqual(new Set(Object.keys(exercises)), new Set(namesOf(addon)));
});
