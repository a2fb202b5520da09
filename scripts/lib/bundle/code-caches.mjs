import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuiltFrom, markBuilt } from '../files.mjs';
import { ROOT, say } from '../run.mjs';

const BUNDLES = `${ROOT}dist/bundle`;
const BUNDLE_STAMP = join(BUNDLES, '.built');
const STAMP = join(BUNDLES, '.code-caches');
const RECORDER = fileURLToPath(new URL('record-code-cache.mjs', import.meta.url));
/** How long a start may take, in milliseconds. */
const TIMEOUT = 60_000;

/**
 * Records which functions of the bundle a start of the daemon and a command compile, so that later processes need not
 * (docs/adr/0026): runs both with a temporary home. Where the daemon does not start, there are no code caches.
 */
export async function recordCodeCaches() {
  if (!existsSync(BUNDLE_STAMP)) return;
  const { version, arch, platform } = process;
  const wanted = `${readFileSync(BUNDLE_STAMP, 'utf8')} ${version} ${platform} ${arch}`;
  if (isBuiltFrom(STAMP, wanted)) return;
  say('compiling what a start needs');
  const home = mkdtempSync(join(tmpdir(), 'guildhall-build-'));
  try {
    await record(home);
    markBuilt(STAMP, wanted);
  } catch (error) {
    say(`the daemon does not start here, so starts will take longer: ${error.message}`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function record(home) {
  const ports = ['--rpc-ports', '41000-41999', '--api-port', '0', '--console-port', '0'];
  const daemon = run(
    'cli-start.cache',
    ['start', '--home', home, '--ipc-folder', home, '--no-open', ...ports],
    home,
  );
  try {
    await printed(daemon, 'Guildhall is serving');
    await ended(run('cli-commands.cache', ['status', '--json', '--home', home], home));
    daemon.send('record');
    await once(daemon, 'message', { signal: AbortSignal.timeout(TIMEOUT) });
    // The daemon ends with the channel.
    daemon.disconnect();
    await ended(daemon);
  } finally {
    daemon.kill('SIGKILL');
  }
}

/** Runs the CLI and lets it write a code cache, without the settings of the person who builds. */
function run(cache, args, home) {
  const env = { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, HOME: home };
  return fork(RECORDER, [join(BUNDLES, cache), ...args], {
    env,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

function printed(child, text) {
  return new Promise((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        if (output.includes(text)) resolve();
      });
    }
    const fail = () => reject(new Error(output.trim()));
    child.once('exit', fail);
    setTimeout(fail, TIMEOUT).unref();
  });
}

async function ended(child) {
  const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(TIMEOUT) });
  if (code !== 0) throw new Error(`${child.spawnargs.slice(3).join(' ')}: exit code ${code}`);
}
