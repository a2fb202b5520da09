import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { terminalSvg } from './lib/docs/terminal-svg.mjs';
import { ROOT, runScript, StepError, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run recording: plays the first minutes with Guildhall, and makes docs/images/terminal.svg of what it printed.

const IMAGE = 'docs/images/terminal.svg';
const MAIN = `${ROOT}dist/cli/main.js`;
/** Longer lines do not fit the picture. */
const COLUMNS = 108;

await runScript(async () => {
  await setUp();
  const home = mkdtempSync(join(tmpdir(), 'guildhall-recording-'));
  const daemon = spawn(
    process.execPath,
    [MAIN, 'start', '--home', home, '--no-open', '--log-level', 'warn'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    const greeting = await readFirstLine(daemon.stdout);
    const steps = [{ command: 'guildhall start', output: [greeting] }];
    const read = (...args) => JSON.parse(run(home, [...args, '--json']));
    const play = (...args) => {
      steps.push({
        command: ['guildhall', ...args].join(' '),
        output: run(home, args).trimEnd().split('\n'),
      });
    };
    writeFileSync(join(home, 'demo.json'), run(home, ['demo', '--json']));
    const client = spawn(process.execPath, [`${ROOT}examples/hello.mjs`], {
      cwd: home,
      env: { ...process.env, RPC_PORT: String(read('status').rpc.port) },
      stdio: 'ignore',
    });
    const request = await eventually(() => read('consent', 'list')[0]);
    play('consent', 'list');
    play('consent', 'approve', request.id);
    const session = await eventually(() => read('sessions', 'list').find(({ scopes }) => scopes !== null));
    play('sessions', 'list');
    play('sessions', 'kick', session.id);
    client.kill();
    writeFileSync(`${ROOT}${IMAGE}`, terminalSvg(steps, COLUMNS));
    say(`${IMAGE} is written`);
  } finally {
    daemon.kill('SIGTERM');
    await new Promise((resolve) => daemon.once('exit', resolve));
    rmSync(home, { recursive: true });
  }
});

/** The first line that a program prints. */
async function readFirstLine(stream) {
  let text = '';
  for await (const part of stream.setEncoding('utf8')) {
    text += part;
    if (text.includes('\n')) break;
  }
  stream.resume();
  return text.split('\n')[0];
}

function run(home, args) {
  return execFileSync(process.execPath, [MAIN, ...args, '--home', home], { encoding: 'utf8' });
}

/** The first value that is not undefined. */
async function eventually(read) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const value = read();
    if (value !== undefined) return value;
    await sleep(100);
  }
  throw new StepError('The demo does not ask for access; see guildhall doctor.');
}
