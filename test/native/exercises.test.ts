import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadAddon } from '#guildhall/platform/native/binding.js';
import { onlyLinux } from '../helpers/only-on.js';
import { exercisesOf, namesOf, type SanitizedAddon } from '../sanitizers/exercises.js';

test('the sanitizers see everything that the addon has', {
  skip: onlyLinux('the sanitizers are used on Linux'),
}, () => {
  const loaded = loadAddon();
  assert.ok('addon' in loaded);
  const { addon } = loaded;
  const exercises = exercisesOf(
    addon as SanitizedAddon,
    async () => {},
    () => {},
  );
  assert.deepEqual(new Set(Object.keys(exercises)), new Set(namesOf(addon)));
});
