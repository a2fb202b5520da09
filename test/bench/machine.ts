import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { diskSync } from './kernel/disk-sync.js';
import type { BenchRecord } from './kernel/record.js';

/** The packages that are bounds and peers. */
const PACKAGES = ['fastify', 'ws', 'arrpc'];

/** What a run is measured on. */
export async function describeMachine(): Promise<Omit<BenchRecord, 'rows'>> {
  return {
    node: process.version,
    cores: cpus().length,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    diskSync: await diskSync(),
    versions: Object.fromEntries(PACKAGES.map((name) => [name, versionOf(name)])),
  };
}

/** The commit of a checkout, marked if files differ from it; `unknown` outside a repository. */
export function commitOf(checkout: string): string {
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd: checkout, encoding: 'utf8' }).stdout.trim();
  const commit = git('rev-parse', '--short', 'HEAD');
  if (commit === '') return 'unknown';
  return git('status', '--porcelain', '--untracked-files=no', '--', 'src', 'native') === ''
    ? commit
    : `${commit} with changes`;
}

function versionOf(name: string): string {
  const entry = createRequire(import.meta.url).resolve(name);
  const root = entry.slice(
    0,
    entry.lastIndexOf(join('node_modules', name)) + join('node_modules', name).length,
  );
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}
