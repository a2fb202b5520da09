import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Runs a module that has loaded the bundle of the CLI, in a separate process. @returns what it prints */
async function withCli(codeCache: string, script: string, root = ROOT): Promise<string> {
  const loader = JSON.stringify(pathToFileURL(join(root, 'dist/platform/bundle/load-bundle.js')));
  const program = `
    import { loadBundle } from ${loader};
    const inDist = (name) => new URL('../../' + name, ${loader});
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

/** A copy of what runs of the checkout. */
const copy = mkdtempSync(join(tmpdir(), 'guildhall-copy-'));
cpSync(join(ROOT, 'dist'), join(copy, 'dist'), {
  recursive: true,
  filter: (path) => !/\.d\.ts$|\.js\.map$/.test(path),
});
cpSync(join(ROOT, 'package.json'), join(copy, 'package.json'));
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
after(() => rmSync(copy, { recursive: true, force: true }));

for (const name of ['cli-start.cache', 'cli-commands.cache']) {
  test(`the build creates ${name}, valid for this Node.js version and readable by every user`, async () => {
    assert.equal(await withCli(name, 'console.log(bundle.usesCodeCache)'), 'true');
    assert.equal(statSync(join(ROOT, 'dist/bundle', name)).mode & 0o777, 0o644);
  });
}

test('stack traces of a bundle name the sources next to it, also in a copy', async () => {
  const fail = `
    process.argv = null;
    try { await bundle.exports.runProcess(); } catch (error) { console.log(error.stack); }`;
  const [message, frame = ''] = (await withCli('cli-commands.cache', fail, copy)).split('\n');
  assert.match(message ?? '', /^TypeError: /);
  const [, path, line] = /\((.*):(\d+):\d+\)$/.exec(frame) ?? [];
  assert.equal(path, join(copy, 'src/cli/run-process.ts'));
  const source = readFileSync(join(ROOT, 'src/cli/run-process.ts'), 'utf8').split('\n');
  assert.match(source[Number(line) - 1] ?? '', /process\.argv/);
});

test('bundle files do not contain the path of the build folder', () => {
  for (const name of readdirSync(join(ROOT, 'dist/bundle')))
    assert.ok(!readFileSync(join(ROOT, 'dist/bundle', name), 'latin1').includes(ROOT), name);
});

test('the CLI runs from the bundle, or from the modules in dist if there is none', async () => {
  const reads = join(copy, 'reads');
  const trace = new URL('./support/trace-reads.js', import.meta.url).href;
  const run = async () => {
    const env = { ...process.env, NODE_OPTIONS: `--import=${trace}`, GUILDHALL_TRACED_READS: reads };
    const args = [join(copy, 'dist/cli/main.js'), '--version'];
    return (await promisify(execFile)(process.execPath, args, { env })).stdout;
  };
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  assert.equal(await run(), `${version}\n`);
  const paths = readFileSync(reads, 'utf8').split('\n');
  for (const name of ['cli.cjs', 'cli-commands.cache'])
    assert.ok(paths.includes(join(copy, 'dist/bundle', name)), `${name} was not read`);
  cpSync(join(copy, 'dist/bundle/THIRD-PARTY.txt'), join(copy, 'dist/bundle/cli.cjs'));
  assert.equal(await run(), `${version}\n`);
});
