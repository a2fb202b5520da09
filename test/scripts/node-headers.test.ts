import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const { installedNode } = (await import(
  new URL('../../scripts/lib/node-headers.mjs', import.meta.url).href
)) as { installedNode(places: { configured: string; program: string }): string | null };

async function writeHeaders(folder: string, version: string): Promise<void> {
  const [major, minor, patch] = version.split('.');
  await mkdir(join(folder, 'include/node'), { recursive: true });
  await writeFile(join(folder, 'include/node/node_api.h'), '');
  await writeFile(
    join(folder, 'include/node/node_version.h'),
    `#define NODE_MAJOR_VERSION ${major}\n#define NODE_MINOR_VERSION ${minor}\n#define NODE_PATCH_VERSION ${patch}\n`,
  );
}

test('headers next to the node binary are used if npm has no nodedir and their version matches', () =>
  withTemporaryFolder(async (folder) => {
    const places = { configured: 'undefined', program: join(folder, 'bin/node') };
    assert.equal(installedNode(places), null);
    await writeHeaders(folder, '18.0.0');
    assert.equal(installedNode(places), null);
    await writeHeaders(folder, process.versions.node);
    assert.equal(installedNode(places), folder);
  }));

test("headers in npm's nodedir take precedence", () =>
  withTemporaryFolder(async (folder) => {
    const configured = join(folder, 'told');
    await writeHeaders(folder, process.versions.node);
    await writeHeaders(configured, process.versions.node);
    assert.equal(installedNode({ configured, program: join(folder, 'bin/node') }), configured);
  }));
