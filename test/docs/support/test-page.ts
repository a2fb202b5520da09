import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { TestDaemon } from '../../helpers/daemon.js';
import { testInNetworkNamespace } from '../../helpers/network-namespace.js';
import { readBlocks } from './documented-blocks.js';
import { PageShell } from './page-shell.js';

const ROOT = new URL('../../../', import.meta.url);
/** In a namespace of its own the daemon has the ports that documents name. */
const DEFAULT_PORTS = ['--api-port', '6480', '--console-port', '6490'];

interface PageSettings {
  /** programs that the commands need besides Node.js */
  readonly programs?: readonly string[];
  /** whether the page starts the daemon itself; by default one runs */
  readonly startsDaemon?: boolean;
}

/**
 * Runs every block of shell commands in a page, in order and as it is written, against one daemon on the default ports
 * (test/README.md). The test file has no other tests.
 *
 * @param file the `import.meta.url` of the test file
 * @param page path in the checkout, e.g. `docs/for-games.md`
 */
export function testPage(file: string, page: string, settings: PageSettings = {}): void {
  const programs = ['bash', ...(settings.programs ?? [])];
  testInNetworkNamespace(file, programs, `the commands of ${page} work`, () => runPage(page, settings));
}

async function runPage(page: string, { startsDaemon = false }: PageSettings): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-test-'));
  const home = join(folder, 'home');
  let daemon: TestDaemon | undefined;
  let shell: PageShell | undefined;
  try {
    const settings = { home, rpcPorts: '6463-6472', flags: DEFAULT_PORTS };
    if (!startsDaemon) daemon = await TestDaemon.start(settings);
    await mkdir(join(folder, 'checkout'));
    // Where programs look for the daemon.
    const socket = daemon?.runtime.ipc?.path;
    const environment: Record<string, string> =
      socket === undefined ? {} : { XDG_RUNTIME_DIR: dirname(socket) };
    shell = await PageShell.open(join(folder, 'checkout'), home, environment);
    for (const { line, commands, marker } of readBlocks(new URL(page, ROOT))) {
      assert.ok(marker !== null, `${page}:${line} does not say how it is tested`);
      if (!('testedBy' in marker)) await shell.run(commands, marker);
    }
  } finally {
    await shell?.close();
    await daemon?.end('SIGTERM');
    // The system may still be ending what the shell had started, which writes until then.
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** Fails while commands of a page are in no block, or in one that names no test. */
export function testMarkers(page: string): void {
  test(`every command in ${page} is run by a test`, () => {
    const url = new URL(page, ROOT);
    const unfenced = readFileSync(url, 'utf8').match(
      /^ {4}(?:sudo |guildhall |node |npm |curl |python3 |java |\().*/gm,
    );
    assert.deepEqual(unfenced ?? [], [], 'commands belong in ```sh blocks');
    for (const { line, marker } of readBlocks(url)) {
      assert.ok(marker !== null, `${page}:${line} needs a comment: run, or tested by FILE`);
      if ('testedBy' in marker) assert.ok(existsSync(new URL(marker.testedBy, ROOT)), marker.testedBy);
    }
  });
}
