import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { UserError } from '#guildhall/platform/errors.js';
import { homeFiles } from '#guildhall/platform/home.js';
import { toShellCommand } from '#guildhall/platform/text/shell-word.js';
import { HomeLock } from '#guildhall/store/sqlite/home-lock.js';
import { ApiProcess } from '../api/support/api-process.js';
import { onlyLinux, onlyPosix } from '../helpers/only-on.js';
import { runCommand } from '../helpers/run-command.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const REFUSAL = {
  error: { code: 'service_only', message: 'this home belongs to guildhall api', hint: null },
};

test(
  'doctor recognizes a service by its answer where its process is unknown',
  {
    skip: onlyPosix('the control socket is a pipe on Windows'),
  },
  () =>
    withTemporaryFolder(async (home) => {
      const { controlSocket, lock } = homeFiles(home);
      // This process is not one of `guildhall api` by its command line.
      const homeLock = await HomeLock.take(lock, new UserError('in use'));
      const service = createServer((_request, response) =>
        response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(REFUSAL)),
      ).listen(controlSocket);
      try {
        await once(service, 'listening');
        const { output } = await runCommand(['doctor', '--json', '--home', home]);
        const { findings } = JSON.parse(output) as { findings: { check: string; code: string | null }[] };
        const codes = findings.filter(({ check }) => check === 'home lock').map(({ code }) => code);
        assert.deepEqual(codes, [null]);
      } finally {
        service.close();
        await homeLock.stop();
      }
    }),
);

/** Checks that only a daemon needs. */
const OF_A_DAEMON = [
  ...[
    'applications',
    'device access',
    'display',
    'drivers',
    'libraries',
    'notifications',
    'rpc ports',
    'sound',
  ],
];

interface FoundProblem {
  readonly check: string;
  readonly code: string | null;
  readonly message: string;
  readonly command: string | null;
}

async function findingsOf(home: string, ...flags: readonly string[]): Promise<FoundProblem[]> {
  const { errors, output } = await runCommand(['doctor', '--json', '--home', home, ...flags]);
  assert.equal(errors, '');
  return (JSON.parse(output) as { findings: FoundProblem[] }).findings;
}

test('doctor with flags of a service examines no desktop, and names the command that starts the service', () =>
  withTemporaryFolder(async (home) => {
    const store = `postgres:///chat?host=${encodeURIComponent(home)}`;
    const flags = ['--store', store, '--node', 'a', '--bus', 'nats://127.0.0.1:1'];
    const findings = await findingsOf(home, ...flags);
    assert.deepEqual(
      findings.filter(({ check }) => OF_A_DAEMON.includes(check)),
      [],
    );
    const [service] = findings.filter(({ code }) => code === 'daemon_not_running');
    assert.ok(service, 'a service that does not run is found');
    assert.equal(service.message, 'no service is running for this home');
    assert.equal(service.command, toShellCommand('guildhall', 'api', ...flags, '--home', home));
    assert.ok(findings.some(({ code }) => code === 'database_unusable'));
  }));

test('doctor examines no desktop for a home whose configuration is of a node', () =>
  withTemporaryFolder(async (home) => {
    const lines = [
      'store = "postgres:///chat?host=/nonexistent"',
      'node = "a"',
      'bus = "nats://127.0.0.1:1"',
    ];
    await writeFile(homeFiles(home).configuration, lines.join('\n'), { mode: 0o600 });
    const findings = await findingsOf(home);
    assert.deepEqual(
      findings.filter(({ check }) => OF_A_DAEMON.includes(check)),
      [],
    );
    const [service] = findings.filter(({ code }) => code === 'daemon_not_running');
    assert.equal(service?.command, toShellCommand('guildhall', 'api', '--home', home));
  }));

test('a wrong flag of doctor is an error of usage that names the flag', () =>
  withTemporaryFolder(async (home) => {
    const store = 'postgres://me:secret@127.0.0.1/chat';
    const { errors, exitCode } = await runCommand(['doctor', '--home', home, '--store', store]);
    assert.equal(exitCode, 2);
    assert.match(errors, /--store: /);
    assert.doesNotMatch(errors, /secret/);
  }));

test('doctor finds that guildhall api does not answer', { skip: onlyLinux('needs signals and /proc') }, () =>
  withTemporaryFolder(async (home) => {
    await using api = await ApiProcess.run(home, {});
    api.suspend();
    try {
      const findings = await findingsOf(home);
      assert.ok(findings.some(({ code }) => code === 'daemon_not_answering'));
    } finally {
      api.continue();
    }
  }),
);
