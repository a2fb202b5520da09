import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openOpus } from '#guildhall/hardware/audio/codec/open-opus.js';
import { withTemporaryFolder } from '../../../helpers/temporary-folder.js';
import { realTest } from '../../support/programs.js';
import { OPUS_LIBRARY } from './implementations.js';

const MODULE = import.meta.resolve('#guildhall/hardware/audio/codec/open-opus.js');

realTest([OPUS_LIBRARY], 'Opus is that of the system where there is one', async () => {
  const { implementation, fallbackReason } = await openOpus();
  assert.match(implementation, /^libopus \d/);
  assert.equal(fallbackReason, null);
});

realTest(
  [OPUS_LIBRARY],
  'without a usable library Opus is that of the package, and the reason is known',
  () =>
    withTemporaryFolder(async (folder) => {
      // The dynamic loader finds this file first.
      await writeFile(join(folder, OPUS_LIBRARY), '');
      const script = `
      import { openOpus } from ${JSON.stringify(MODULE)};
      const { implementation, fallbackReason } = await openOpus();
      console.log(JSON.stringify({ implementation, fallbackReason }));`;
      const environment = { ...process.env, LD_LIBRARY_PATH: folder };
      const run = promisify(execFile);
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
        env: environment,
      });
      const { implementation, fallbackReason } = JSON.parse(stdout) as Record<string, string>;
      assert.equal(implementation, 'opusscript');
      assert.match(fallbackReason ?? '', /libopus\.so\.0/);
    }),
);
