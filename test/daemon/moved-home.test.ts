import assert from 'node:assert/strict';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { onlyPosix } from '../helpers/only-on.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { runCommand } from '../helpers/run-command.js';
import { GAME_ORIGIN, type Person, registerGame } from '../helpers/service.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const missing = onlyPosix('Windows does not move a folder whose files are open');

test(
  'what is decided after the home was moved is not acknowledged as saved, and nothing is created in its old place',
  {
    skip: missing,
  },
  () =>
    withTemporaryFolder(async (parent) => {
      const [home, moved] = [join(parent, 'home'), join(parent, 'moved')];
      const daemon = await TestDaemon.start({ home });
      try {
        const { token } = await daemon.cli<Person>('users', 'create', '--username', 'second');
        const game = await registerGame(daemon);
        const client = await RawRpcClient.connect({
          port: daemon.runtime.rpc.port,
          clientId: game.id,
          origin: GAME_ORIGIN,
        });
        const authorized = client.request('AUTHORIZE', { client_id: game.id, scopes: ['rpc'] });
        await rename(home, moved);
        const run = (args: string[], input?: string) =>
          runCommand([...args, '--home', moved], process.env, input === undefined ? {} : { input });
        const request = await eventually(async () => {
          const { output } = await run(['consent', 'list', '--json']);
          return (JSON.parse(output) as { id: string }[])[0];
        });
        const unsaved =
          /could not be saved: the folder .*home was moved or removed.*\n.*Stop Guildhall, move the folder back/;
        for (const [args, why, input] of [
          // The service stores no code.
          [
            ['consent', 'approve', request.id, '--remember'],
            /the application did not get what you allowed: 503/,
          ],
          [['voice', 'settings', '--mute', 'on'], unsaved],
          [['login'], unsaved, token],
        ] as const) {
          const { exitCode, errors } = await run([...args], input);
          assert.equal(exitCode, 1, args.join(' '));
          assert.match(errors, why);
        }
        await authorized;
        await client.close();
        assert.deepEqual(await readdir(parent), ['moved']);
        // Another daemon may be in its place, whose addresses are left alone.
        await mkdir(home);
        await writeFile(join(home, 'runtime.json'), '');
        assert.equal(await daemon.end('SIGTERM'), 0);
        assert.deepEqual(await readdir(home), ['runtime.json']);
      } finally {
        await daemon.stop();
      }
    }),
);
