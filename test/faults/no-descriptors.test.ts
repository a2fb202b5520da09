import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { test } from 'node:test';
import type { DaemonStatus } from '#guildhall/control/status.js';
import { loadConfiguration } from '#guildhall/daemon/configuration.js';
import { startDaemon } from '#guildhall/daemon/start-daemon.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { LogFile } from '#guildhall/platform/log-file/log-file.js';
import { SystemPeerCredentials } from '#guildhall/platform/processes/peer-credentials.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { onlyLinux } from '../helpers/only-on.js';
import { runCommand } from '../helpers/run-command.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';
import { withoutDescriptors } from '../helpers/without-descriptors.js';

type Driver = DaemonStatus['drivers'][number];

/** An HTTP client with one connection, which it keeps. */
class KeptConnection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(private readonly to: { readonly socketPath: string } | { readonly port: number }) {}

  send(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body = '',
  ): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const sent = request({ ...this.to, agent: this.#agent, method, path, headers }, async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode ?? 0, text });
      });
      sent.once('error', reject).end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Waits for what waits for the clock, too. */
async function moved<Result>(clock: ManualClock, result: Promise<Result>): Promise<Result> {
  let isSettled = false;
  const settled = () => {
    isSettled = true;
  };
  result.then(settled, settled);
  while (!isSettled) await clock.advance(100);
  return result;
}

test(
  'a daemon without a free descriptor continues, reports it and recovers',
  {
    skip: onlyLinux('prlimit is of Linux'),
  },
  () =>
    withTemporaryFolder(async (home) => {
      const clock = new ManualClock(Date.now());
      const environment = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: home };
      const configuration = await loadConfiguration(
        { home, rpcPorts: '22000-22999', apiPort: '0', consolePort: '0', noOpen: true },
        environment,
      );
      const daemon = await startDaemon({
        configuration,
        environment,
        credentials: SystemPeerCredentials.load(),
        terminal: null,
        onShutdown: () => undefined,
        shutdownMs: 5000,
        stopping: new AbortController().signal,
        clock,
        log: silentLogger,
        logFile: new LogFile(clock),
      });
      const cli = async (...args: string[]) => {
        const { output, errors, exitCode } = await runCommand(
          [...args, '--home', home, '--json'],
          environment,
        );
        assert.equal(exitCode, 0, errors);
        return JSON.parse(output);
      };
      try {
        const { channels } = (await cli('demo')).guild;
        const [text, voice] = [0, 2].map(
          (type) => channels.find((channel: { type: number }) => channel.type === type)?.id,
        );
        await cli('voice', 'join', voice);
        const { token } = await cli('whoami');
        const api = new KeptConnection({ port: Number(new URL(daemon.runtime.api.url).port) });
        const control = new KeptConnection({ socketPath: configuration.files.controlSocket });
        const host = new URL(daemon.runtime.api.url).host;
        const post = (headers: Record<string, string>, body: string) =>
          api.send(
            'POST',
            `/api/channels/${text}/messages`,
            { authorization: token, host, ...headers },
            body,
          );
        const message = () =>
          post({ 'content-type': 'application/json' }, JSON.stringify({ content: 'hello' }));
        const upload = () =>
          post(
            { 'content-type': 'multipart/form-data; boundary=b' },
            '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--b--\r\n',
          );
        const call = async (method: string, path: string) => {
          const { text } = await control.send(method, path);
          return JSON.parse(text);
        };
        assert.deepEqual([(await message()).status, (await upload()).status], [200, 200]);
        await call('GET', '/status');
        await withoutDescriptors(async () => {
          assert.deepEqual([(await message()).status, (await upload()).status], [200, 503]);
          assert.match((await moved(clock, control.send('POST', '/capture'))).text, /unavailable.*EMFILE/);
          const { drivers } = await call('GET', '/status');
          assert.ok(drivers.some(({ reason }: Driver) => /EMFILE/.test(reason ?? '')));
          // Every timer of the daemon: memory, heartbeats, reconnections, sweeps, drivers.
          await clock.advance(2 * 3_600_000);
        });
        assert.deepEqual([(await message()).status, (await upload()).status], [200, 200]);
        // The clock did not wait for replies to heartbeats, so the daemon may have given a connection up.
        await eventually(async () => {
          await clock.advance(1_000);
          return (await cli('status')).api.connected;
        });
        for (const kept of [api, control]) kept.close();
      } finally {
        await daemon.stop();
      }
    }),
);
