import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { LIBRARIES } from '#guildhall/control/doctor/libraries.js';
import { realTest } from '../../hardware/support/programs.js';

realTest(['dpkg-query'], 'libraries are in the packages that doctor names', async () => {
  for (const { file, debian } of LIBRARIES) {
    // E.g. `libopus0:amd64: /usr/lib/x86_64-linux-gnu/libopus.so.0`; a renamed package ends with t64.
    const { stdout } = spawnSync('dpkg-query', ['--search', `*/${file}`], { encoding: 'utf8' });
    const owners = [...stdout.matchAll(/^([^:]+?)(?:t64)?:/gm)].map(([, owner]) => owner);
    if (owners.length > 0 || process.env.CI === 'true')
      assert.ok(owners.includes(debian), `${file}: ${stdout}`);
  }
});
