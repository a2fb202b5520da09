import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { UserError } from '#guildhall/platform/errors.js';
import { homeFiles } from '#guildhall/platform/home.js';
import { HomeLock } from '#guildhall/store/sqlite/home-lock.js';
import { runCommand } from '../helpers/run-command.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const REFUSAL = {
  error: { code: 'service_only', message: 'this home belongs to guildhall api', hint: null },
};

test(
  'doctor recognizes a service by its answer where its process is unknown',
  {
    skip: process.platform === 'win32' ? 'the control socket is a pipe on Windows' : false,
  },
  () =>
    withTemporaryFolder(async (home) => {
      const { controlSocket, lock } = homeFiles(home);
      // This process is not one of `guildhall api` by its command line.
      const homeLock = await HomeLock.take(lock, new UserError('in use'));
      const service = createServer((_request, response) =>
        response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(REFUSAL)),
      ).listen(controlSocket);
      try {
        await once(service, 'listening');
        const { output } = await runCommand(['doctor', '--json', '--home', home]);
        const { findings } = JSON.parse(output) as { findings: { check: string; code: string | null }[] };
        const codes = findings.filter(({ check }) => check === 'home lock').map(({ code }) => code);
        assert.deepEqual(codes, [null]);
      } finally {
        service.close();
        await homeLock.stop();
      }
    }),
);
