import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CHROMIUM, launchChromium } from '../helpers/chromium.js';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { testInNetworkNamespace } from '../helpers/network-namespace.js';

/** examples/overlay on the ports that its page and the demo name (docs/for-games.md, In a browser). */

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));

testInNetworkNamespace(
  import.meta.url,
  [CHROMIUM.split('/').at(-1) ?? ''],
  'the overlay connects with a click, shows messages and reconnects after a restart of the daemon',
  async () => {
    let daemon = await TestDaemon.start({ rpcPorts: '6463-6472', flags: ['--api-port', '6480'] });
    const { home } = daemon;
    let server: ChildProcess | undefined;
    const browser = await launchChromium();
    try {
      await writeFile(join(home, 'demo.json'), JSON.stringify(await daemon.cli('demo')), { mode: 0o600 });
      server = spawn(process.execPath, [join(EXAMPLES, 'overlay/server.mjs')], { cwd: home });
      await once(server.stdout ?? server, 'data');
      const page = await browser.newPage();
      await page.goto('http://localhost:3000/');
      await page.getByRole('button').click();
      const [waiting] = await eventually(async () => {
        const list = await daemon.cli<{ id: string }[]>('consent', 'list');
        return list.length > 0 && list;
      });
      await daemon.cli('consent', 'approve', waiting?.id ?? '', '--remember');
      await page.getByRole('status').getByText('Connected as').waitFor();
      await say(home, 'Hello, overlay');
      await page.getByText('Demo: Hello, overlay').waitFor();

      await daemon.end('SIGTERM');
      await page.getByRole('status').getByText('Connection lost').waitFor();
      daemon = await TestDaemon.start({ home, rpcPorts: '6463-6472', flags: ['--api-port', '6480'] });
      await page.getByRole('status').getByText('Connected', { exact: true }).waitFor();
      await say(home, 'Hello again');
      await page.getByText('Demo: Hello again').waitFor();

      const foreign = await fetch('http://localhost:3000/token', {
        method: 'POST',
        headers: { origin: 'http://evil.example' },
      });
      assert.equal(foreign.status, 403);
    } finally {
      server?.kill();
      await browser.close();
      await daemon.stop();
    }
  },
);

async function say(home: string, text: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(EXAMPLES, 'say.mjs'), text], { cwd: home });
}
