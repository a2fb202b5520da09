import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importedFiles, sourceFiles } from './imports.js';

const VERSION = 'api/versions/v6/';
/** The table of versions, which alone names them. */
const TABLE = 'api/versions/index.ts';

test('only the version table imports a version', () => {
  const files = sourceFiles('api').filter((name) => !name.startsWith(VERSION));
  assert.ok(files.length > 150, 'the files were not found');
  const wrong = files
    .filter((name) => name !== TABLE)
    .flatMap((name) =>
      importedFiles(name)
        .filter((imported) => imported.startsWith(VERSION))
        .map((imported) => `${name}: ${imported}`),
    );
  assert.deepEqual(wrong, []);
  assert.ok(
    importedFiles(TABLE).some((imported) => imported.startsWith(VERSION)),
    'the table was not found',
  );
});
