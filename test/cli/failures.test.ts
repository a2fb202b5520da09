import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, lstat, mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { homeFiles } from '#guildhall/platform/home.js';
import { randomPipeName } from '#guildhall/platform/sockets/private-socket.js';
import { onlyPosix } from '../helpers/only-on.js';
import { OTHER_UID, otherUserTest } from '../helpers/other-user.js';
import { patience } from '../helpers/patience.js';
import { runCommand } from '../helpers/run-command.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));
/** Commands that read or write the home by themselves, and one that needs a daemon; start-refusals.test.ts has `start` and `api`. */
const COMMANDS = ['backup', 'restore', 'logs', 'status'];

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the CLI in this process. */
async function run(args: readonly string[], environment: NodeJS.ProcessEnv = process.env): Promise<Ended> {
  const { exitCode, output, errors } = await runCommand(args, environment);
  return { code: exitCode, output: output + errors };
}

/** Runs the CLI in a separate process: `start` changes its process, and a stack would be printed by it. */
function runProcess(args: readonly string[], environment: NodeJS.ProcessEnv = process.env): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { timeout: patience(4), env: environment };
    execFile(process.execPath, [MAIN, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ code, output: stdout + stderr });
    });
  });
}

/** Runs every command against a home that it cannot use: it must fail with a message for people. */
async function assertExplained(home: string, folder: string, runOne = run): Promise<void> {
  await writeFile(join(folder, 'a.tar'), 'x');
  const files: Readonly<Record<string, string>> = { backup: 'new.tar', restore: 'a.tar' };
  for (const command of COMMANDS) {
    const file = files[command];
    const paths = file === undefined ? [] : [join(folder, file)];
    const { code, output } = await runOne([command, ...paths, '--home', home]);
    const isEmptyLog = command === 'logs' && output.startsWith('nothing was logged in ');
    assert.equal(code, isEmptyLog ? 0 : 1, `${command}: ${output}`);
    assert.doesNotMatch(output, /\n\s+at |node:internal|Error:/, `${command} shows no stack`);
    assert.ok(output.trim().split('\n').length <= 3, `${command} is brief: ${output}`);
  }
}

test('a home that is a file is explained by every command', () =>
  withTemporaryFolder(async (folder) => {
    await writeFile(join(folder, 'home'), '');
    await assertExplained(join(folder, 'home'), folder, runProcess);
  }));

test('logs names a home that it cannot read instead of an empty log', () =>
  withTemporaryFolder(async (folder) => {
    const home = join(folder, 'home');
    await writeFile(home, '');
    const { code, output } = await run(['logs', '--home', home]);
    assert.equal(code, 1, output);
    assert.ok(output.includes(home), output);
  }));

test('an empty --home is wrong usage, and not the usual home', async () => {
  for (const command of ['status', 'logs', 'stop', 'start']) {
    const { code, output } = await (command === 'start' ? runProcess : run)([command, '--home', '']);
    assert.equal(code, 2, `${command}: ${output}`);
    assert.match(output, /--home is empty/);
  }
});

test('a home that is a file has no daemon that could fail to answer', () =>
  withTemporaryFolder(async (folder) => {
    const home = join(folder, 'home');
    await writeFile(home, '');
    for (const path of [home, join(home, 'sub')]) {
      const { code, output } = await run(['status', '--home', path]);
      assert.equal(code, 1);
      assert.equal(output, `error: ${home} is a file\nChoose a folder with --home.\n`);
    }
    const { output } = await run(['doctor', '--json', '--home', home]);
    const { findings } = JSON.parse(output) as { findings: { code: string | null }[] };
    const codes = findings.map(({ code }) => code);
    assert.ok(codes.includes('home_not_a_folder'));
    assert.ok(!codes.includes('daemon_not_answering'), codes.join(' '));
  }));

test('the hint to start a daemon names a home that was chosen', () =>
  withTemporaryFolder(async (folder) => {
    const home = join(folder, 'home');
    const { output } = await run(['status', '--home', home]);
    assert.ok(output.includes(`Start it with: guildhall start --home ${home}`), output);
    const chosenByVariable = await run(['status'], { ...process.env, GUILDHALL_HOME: home });
    assert.match(chosenByVariable.output, /Start it with: guildhall start$/m);
  }));

test('a home below a file is explained by every command', () =>
  withTemporaryFolder(async (folder) => {
    await writeFile(join(folder, 'file'), '');
    await assertExplained(join(folder, 'file', 'home'), folder);
  }));

otherUserTest('a full or read-only disk is explained by every command', () =>
  withTemporaryFolder(async (folder) => {
    const home = join(folder, 'home');
    await mkdir(home, { mode: 0o700 });
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k,mode=700', 'tmpfs', home]);
    assert.equal(mounted.status, 0, String(mounted.stderr));
    try {
      await writeFile(join(home, 'config.toml'), '#'.repeat(8_000));
      await assertExplained(home, folder);
      spawnSync('mount', ['-o', 'remount,ro', home]);
      await assertExplained(home, folder);
    } finally {
      spawnSync('umount', ['-l', home]);
    }
  }),
);

otherUserTest("another user's home is explained by every command", () =>
  withTemporaryFolder(async (folder) => {
    const home = join(folder, 'home');
    await mkdir(home, { mode: 0o700 });
    await chmod(folder, 0o755);
    await chown(home, 1, 1);
    const script = `
      const { spawnSync } = require('node:child_process');
      const [main, home, ...words] = process.argv.slice(1);
      const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words, '--home', home], { encoding: 'utf8' });
      console.log(JSON.stringify({ status, output: stdout + stderr }));`;
    for (const command of ['status', 'logs', 'start --no-open --api-port 0 --console-port 0']) {
      const child = spawn(process.execPath, ['-e', script, MAIN, home, ...command.split(' ')], {
        ...{ uid: OTHER_UID, gid: OTHER_UID, cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] },
      });
      let text = '';
      child.stdout?.on('data', (chunk) => {
        text += chunk;
      });
      await once(child, 'close');
      const { status, output } = JSON.parse(text) as { status: number; output: string };
      assert.equal(status, 1, `${command}: ${output}`);
      assert.match(output, /permission denied|EACCES|belongs to daemon \(uid 1\)/, command);
      assert.doesNotMatch(output, /\n\s+at /);
    }
  }),
);

test('a faulty config.toml is explained with file and line, and exits with 1', () =>
  withTemporaryFolder(async (folder) => {
    await writeFile(join(folder, 'config.toml'), 'log_level = "info"\napi_port = [1\n');
    await chmod(folder, 0o700);
    const broken = await runProcess(['start', '--home', folder]);
    assert.equal(broken.code, 1);
    assert.match(broken.output, /config\.toml/);
    assert.match(broken.output, /line 2|2:|:3|line 3/i);
    assert.doesNotMatch(broken.output, /\n\s+at /);
    await writeFile(join(folder, 'config.toml'), '\n\napi_prot = 1\n');
    const unknown = await runProcess(['start', '--home', folder]);
    assert.equal(unknown.code, 1);
    assert.match(unknown.output, /config\.toml:3: unknown setting "api_prot"/);
    await writeFile(join(folder, 'config.toml'), '# a comment\napi-port = 70000\n');
    const wrong = await runProcess(['start', '--home', folder]);
    assert.equal(wrong.code, 1);
    assert.match(wrong.output, /config\.toml:2, api_port: expected a port/);
  }));

test(
  'a socket that a dead daemon left counts as no daemon',
  { skip: onlyPosix('a pipe leaves no file') },
  () =>
    withTemporaryFolder(async (folder) => {
      const script =
        "require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))";
      spawnSync(process.execPath, ['-e', script, join(folder, 'control.sock')]);
      assert.ok((await lstat(join(folder, 'control.sock'))).isSocket(), 'the socket is left');
      const { code: exit, output } = await run(['status', '--home', folder]);
      assert.equal(exit, 1);
      assert.match(output, /no daemon is running for this home/);
    }),
);

/** Serves where a daemon of this home would. */
async function listenAsDaemon(server: Server, home: string): Promise<void> {
  const { controlSocket } = homeFiles(home);
  const path = process.platform === 'win32' ? randomPipeName() : controlSocket;
  if (path !== controlSocket) await writeFile(controlSocket, path);
  server.listen(path);
  await once(server, 'listening');
}

test('a program that answers with something else is explained as another version', () =>
  withTemporaryFolder(async (folder) => {
    const server = createServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'));
    });
    await listenAsDaemon(server, folder);
    try {
      const { code, output } = await run(['status', '--home', folder]);
      assert.equal(code, 1);
      assert.match(output, /does not understand\n.*another version/);
    } finally {
      server.close();
    }
  }));

test(
  'a command whose output is no longer read ends without an error',
  { skip: onlyPosix('sh reads it') },
  () =>
    withTemporaryFolder(async (folder) => {
      const line = JSON.stringify({ level: 30, time: 1, msg: 'x'.repeat(1000) });
      await writeFile(join(folder, 'guildhall.log'), `${line}\n`.repeat(2_000));
      for (const args of ['logs --lines 2000', 'logs --lines 2000 --follow', 'man', 'completion bash']) {
        const command = `"${process.execPath}" "${MAIN}" ${args} --home "${folder}" | head -c 1 | wc -c`;
        const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
          timeout: patience(4),
          encoding: 'utf8',
        });
        assert.equal(status, 0, args);
        assert.deepEqual([stdout.trim(), stderr], ['1', ''], args);
      }
    }),
);

test('commands work without HOME in the environment', () =>
  withTemporaryFolder(async (folder) => {
    const { HOME: _home, ...environment } = process.env;
    assert.equal((await runProcess(['logs', '--home', folder], environment)).code, 0);
    assert.equal((await runProcess(['--help'], environment)).code, 0);
  }));
