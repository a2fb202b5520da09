import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LOADER = new URL('../../dist/platform/bundle/load-bundle.js', import.meta.url).href;

/** Runs a module that has loaded the bundle of the CLI, in a process of its own. @returns what it prints */
async function withCli(codeCache: string, script: string): Promise<string> {
  const program = `
    import { loadBundle } from ${JSON.stringify(LOADER)};
    const inDist = (name) => new URL('../../' + name, ${JSON.stringify(LOADER)});
    const bundle = loadBundle({
      program: inDist('bundle/cli.cjs'),
      codeCache: inDist('bundle/${codeCache}'),
      builtFrom: inDist('.built'),
    });
    ${script}`;
  const args = ['--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout.trim();
}

for (const name of ['cli-start.cache', 'cli-commands.cache']) {
  test(`the build makes ${name}, which this version of Node.js accepts and every user can read`, async () => {
    assert.equal(await withCli(name, 'console.log(bundle.usesCodeCache)'), 'true');
    assert.equal(statSync(join(ROOT, 'dist/bundle', name)).mode & 0o777, 0o644);
  });
}

test('stack traces of the bundle name sources', async () => {
  const fail = `
    process.argv = null;
    try { await bundle.exports.runProcess(); } catch (error) { console.log(error.stack); }`;
  const [message, frame = ''] = (await withCli('cli-commands.cache', fail)).split('\n');
  assert.match(message ?? '', /^TypeError: /);
  const [, path, line] = /\((.*):(\d+):\d+\)$/.exec(frame) ?? [];
  assert.equal(path, join(ROOT, 'src/cli/run-process.ts'));
  const source = readFileSync(join(ROOT, 'src/cli/run-process.ts'), 'utf8').split('\n');
  assert.match(source[Number(line) - 1] ?? '', /process\.argv/);
});

test('the CLI runs from the bundle, and without it from the modules in dist', () =>
  withTemporaryFolder(async (folder) => {
    cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
    cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const reads = join(folder, 'reads');
    const trace = new URL('./support/trace-reads.js', import.meta.url).href;
    const run = async () => {
      const env = { ...process.env, NODE_OPTIONS: `--import=${trace}`, GUILDHALL_TRACED_READS: reads };
      const args = [join(folder, 'dist/cli/main.js'), '--version'];
      return (await promisify(execFile)(process.execPath, args, { env })).stdout;
    };
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    assert.equal(await run(), `${version}\n`);
    const paths = readFileSync(reads, 'utf8').split('\n');
    for (const name of ['cli.cjs', 'cli-commands.cache'])
      assert.ok(paths.includes(join(folder, 'dist/bundle', name)), `${name} was not read`);
    cpSync(join(folder, 'dist/bundle/THIRD-PARTY.txt'), join(folder, 'dist/bundle/cli.cjs'));
    assert.equal(await run(), `${version}\n`);
  }));
