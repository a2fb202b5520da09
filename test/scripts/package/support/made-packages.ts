import assert from 'node:assert/strict';
import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { connectGame } from '../../../helpers/authenticated.js';
import { TestDaemon } from '../../../helpers/daemon.js';

const SCRIPT = fileURLToPath(new URL('../../../../scripts/package.mjs', import.meta.url));

/** How long a program may take, in milliseconds: less than a test file, so that the one that hangs is named. */
const RUN_MS = 4 * 60_000;

/** The version of packages made by tests. */
export const VERSION = '9.8.7';

/** Paths of packages. */
export interface MadePackages {
  readonly folder: string;
  readonly npm: string;
  readonly debian: string;
  readonly sbom: string;
}

/** Makes packages with the native modules of this checkout, in a folder that is removed after the tests of the file. */
export function makePackages(): MadePackages {
  const folder = makeFolder();
  run(process.execPath, [SCRIPT, '--as-built', '--version', VERSION, '--output', folder]);
  return {
    folder,
    npm: join(folder, `guildhall-${VERSION}.tgz`),
    debian: join(folder, `guildhall_${VERSION}_amd64.deb`),
    sbom: join(folder, `guildhall-${VERSION}.cdx.json`),
  };
}

/** A folder that every user may read, and that is removed after the tests of the file. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-packages-'));
  chmodSync(folder, 0o755);
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a program, which must succeed in time. @returns what it printed */
export function run(command: string, args: readonly string[], options: SpawnSyncOptions = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    timeout: RUN_MS,
    ...options,
    encoding: 'utf8',
  });
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}`);
  return stdout;
}

/** Asserts that a packaged program starts a daemon that serves RPC, and that its drivers load. */
export async function assertServesRpc(program: string): Promise<void> {
  const daemon = await TestDaemon.start({ program });
  try {
    assert.equal(daemon.runtime.version, VERSION);
    const client = await connectGame(daemon);
    await client.close();
    const { drivers } = await daemon.cli<{ drivers: { name: string; reason: string | null }[] }>('devices');
    const broken = drivers.filter(({ reason }) => /native module/.test(reason ?? ''));
    assert.deepEqual(broken, []);
    assert.equal(drivers.length, 4);
  } finally {
    await daemon.stop();
  }
}
