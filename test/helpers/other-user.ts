import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { onlyRoot } from './only-on.js';

/** A user that no test runs as. */
export const OTHER_UID = 65_534;

/** A test that starts programs as other users. Where it may not it is skipped; in CI it fails. */
export function otherUserTest(title: string, run: () => Promise<void>): void {
  const reason = onlyRoot('can start programs as other users');
  if (reason === false) test(title, run);
  else if (process.env.CI === 'true') test(title, () => assert.fail(reason));
  else test(title, { skip: reason }, () => {});
}

/**
 * Starts a script as another user. It must not import files: that user may be unable to read the checkout.
 *
 * @param script CommonJS; prints one line when it is ready
 * @param args its `process.argv` from 1 on
 * @returns the process and its first line
 */
export async function startAs(
  uid: number,
  script: string,
  ...args: string[]
): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, ['-e', script, ...args], {
    uid,
    gid: uid,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [chunk] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [''])]);
  assert.notEqual(chunk, '', 'the script ended before it was ready');
  return { child, line: String(chunk).trim() };
}

/** Ends a process and waits for its end. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

const SERVER = `
  const { createServer } = require('node:net');
  createServer((socket) => socket.on('error', () => {}).on('data', () => console.log('data')))
    .listen(process.argv[1], () => console.log('ready'));
`;

/**
 * Runs a test while a program of another user serves a Unix socket.
 *
 * @param path in a folder of this user, which is opened to all
 * @param run gets what tells whether that program has received anything
 */
export async function withOtherServer(
  path: string,
  run: (hasReceived: () => boolean) => Promise<void>,
): Promise<void> {
  await chmod(dirname(path), 0o777);
  const { child } = await startAs(OTHER_UID, SERVER, path);
  let received = '';
  child.stdout?.on('data', (chunk) => {
    received += chunk;
  });
  try {
    await run(() => received !== '');
  } finally {
    await endProcess(child);
  }
}

const RELAY = `
  const { connect, createServer } = require('node:net');
  const [, port, host] = process.argv;
  createServer({ allowHalfOpen: true }, (from) => {
    const to = connect({ port: Number(port), host, allowHalfOpen: true });
    for (const socket of [from, to]) socket.on('error', () => { from.destroy(); to.destroy(); });
    from.pipe(to).pipe(from);
  }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });
`;

/** A program of another user that passes on what it is sent to one port of the loopback interface. */
export interface Relay extends AsyncDisposable {
  readonly port: number;
}

/** Starts a relay: connections to its port arrive at `target` from `uid`. */
export async function startRelay(uid: number, target: number, host = '127.0.0.1'): Promise<Relay> {
  const { child, line } = await startAs(uid, RELAY, String(target), host);
  return { port: Number(line), [Symbol.asyncDispose]: () => endProcess(child) };
}
