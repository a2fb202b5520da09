import assert from 'node:assert/strict';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConsoleAccess } from '#guildhall/control/console/console-access.js';
import type { SignedInSession } from '#guildhall/control/console/console-sessions.js';
import { credentialText, proofText } from '#guildhall/platform/crypto/session-proof.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';
import { sign } from './console-session.js';

const MINUTE = 60_000;

function codeOf(address: string): string {
  return new URLSearchParams(new URL(address).hash.slice(1)).get('code') ?? '';
}

const ORIGIN = 'http://guildhall-0.localhost:6490';
const CHALLENGE = 'challenge';

async function open({
  sessionsPath = null as string | null,
  clock = new ManualClock(),
  origin = ORIGIN,
} = {}) {
  const access = await ConsoleAccess.open({ origin, sessionsPath, clock, log: silentLogger });
  return { clock, access, newCode: () => codeOf(access.createAddress()) };
}

/** Whether a request of a session is served at the origin that it was signed for. */
function isAdmitted(access: ConsoleAccess, { name, key, cookie }: SignedInSession, origin = ORIGIN): boolean {
  return access.admits(name, cookie, sign(key, credentialText('token', origin)));
}

/** A page that was signed in during an earlier run proves it. */
function resume(access: ConsoleAccess, { name, key }: SignedInSession): SignedInSession | null {
  const answer = access.prove(name, CHALLENGE);
  if (answer === null) return null;
  const { nonce, origin } = answer;
  const proof = sign(key, proofText('page', { challenge: CHALLENGE, nonce, origin }));
  return access.resume({ session: name, challenge: CHALLENGE, nonce, proof });
}

type Open = typeof open;

/**
 * Runs a test with the path of a file for sessions that does not exist yet. Each run that it opens there is stopped
 * before the folder is removed: it may still be writing.
 */
function withSessionsPath(run: (sessionsPath: string, openRun: Open) => Promise<void>): () => Promise<void> {
  return () =>
    withTemporaryFolder(async (folder) => {
      const sessionsPath = join(folder, 'console-sessions.json');
      const runs: Awaited<ReturnType<Open>>[] = [];
      try {
        await run(sessionsPath, async (options) => {
          const opened = await open({ sessionsPath, ...options });
          runs.push(opened);
          return opened;
        });
      } finally {
        for (const { access } of runs) await access.stop();
      }
    });
}

test('a code works once', async () => {
  const { access, newCode } = await open();
  const code = newCode();
  assert.ok(code.length >= 40);
  assert.notEqual(access.exchange(code), null);
  assert.equal(access.exchange(code), null);
});

test('a code ends after two minutes', async () => {
  const { clock, access, newCode } = await open();
  const early = newCode();
  const late = newCode();
  await clock.advance(2 * MINUTE - 1);
  assert.notEqual(access.exchange(early), null);
  await clock.advance(1);
  assert.equal(access.exchange(late), null);
});

test('unknown codes do not work, and new codes replace the oldest', async () => {
  const { access, newCode } = await open();
  assert.equal(access.exchange(''), null);
  assert.equal(access.exchange('guess'), null);
  const oldest = newCode();
  const newest = Array.from({ length: 16 }, newCode).at(-1) ?? '';
  assert.equal(access.exchange(oldest), null);
  assert.notEqual(access.exchange(newest), null);
});

test('a session needs both of its signatures', async () => {
  const { access, newCode } = await open();
  const one = access.exchange(newCode());
  const other = access.exchange(newCode());
  assert.ok(one && other);
  const token = sign(one.key, credentialText('token', ORIGIN));
  assert.equal(access.admits(one.name, one.cookie, token), true);
  assert.equal(access.admits(one.name, other.cookie, token), false);
  assert.equal(access.admits(other.name, one.cookie, token), false);
  assert.equal(access.admits(one.name, token, one.cookie), false);
  assert.equal(access.admits('', '', ''), false);
});

test('a session ends after twelve hours without use', async () => {
  const { clock, access, newCode } = await open();
  const session = access.exchange(newCode());
  assert.ok(session);
  for (let day = 0; day < 4; day += 1) {
    await clock.advance(11 * 60 * MINUTE);
    assert.equal(isAdmitted(access, session), true);
  }
  await clock.advance(12 * 60 * MINUTE);
  assert.equal(isAdmitted(access, session), false);
  assert.equal(access.prove(session.name, CHALLENGE), null);
});

test('the daemon proves that it knows the key, about its own origin and a nonce of its own', async () => {
  const { access, newCode } = await open();
  const session = access.exchange(newCode());
  assert.ok(session);
  const [first, second] = [access.prove(session.name, CHALLENGE), access.prove(session.name, CHALLENGE)];
  assert.ok(first && second);
  assert.equal(first.origin, ORIGIN);
  assert.notEqual(first.nonce, second.nonce);
  assert.equal(first.proof, sign(session.key, proofText('daemon', { challenge: CHALLENGE, ...first })));
  assert.equal(access.prove('unknown', CHALLENGE), null);
});

test('the proof of a page works once, within a minute, and is not that of the daemon', async () => {
  const { clock, access, newCode } = await open();
  const session = access.exchange(newCode());
  assert.ok(session);
  const { name, key } = session;
  const request = () => {
    const { nonce, origin, proof } = access.prove(name, CHALLENGE) ?? assert.fail();
    const own = sign(key, proofText('page', { challenge: CHALLENGE, nonce, origin }));
    return { daemons: proof, sent: { session: name, challenge: CHALLENGE, nonce, proof: own } };
  };
  const { sent } = request();
  assert.equal(access.resume(sent)?.name, name);
  assert.equal(access.resume(sent), null);
  const reflected = request();
  assert.equal(access.resume({ ...reflected.sent, proof: reflected.daemons }), null);
  const elsewhere = request();
  const { nonce } = elsewhere.sent;
  const content = { challenge: CHALLENGE, nonce, origin: 'http://guildhall-1.localhost:6490' };
  assert.equal(access.resume({ ...elsewhere.sent, proof: sign(key, proofText('page', content)) }), null);
  const late = request();
  await clock.advance(MINUTE);
  assert.equal(access.resume(late.sent), null);
});

test('counts open pages until they close', async () => {
  const { access } = await open();
  const tab = new AbortController();
  access.pageOpened(tab.signal);
  assert.equal(access.hasOpenPage, true);
  tab.abort();
  assert.equal(access.hasOpenPage, false);
});

test(
  'sessions outlast a restart in a private file; what requests brought before does not',
  withSessionsPath(async (sessionsPath, openRun) => {
    const clock = new ManualClock();
    const before = await openRun({ clock });
    const session = before.access.exchange(before.newCode());
    assert.ok(session);
    await before.access.stop();
    assert.equal((await stat(sessionsPath)).mode & 0o777, 0o600);

    const origin = 'http://guildhall-1.localhost:6490';
    const after = await openRun({ clock, origin });
    assert.equal(isAdmitted(after.access, session), false);
    const resumed = resume(after.access, session);
    assert.ok(resumed);
    assert.equal(isAdmitted(after.access, resumed, origin), true);
    await clock.advance(12 * 60 * MINUTE);
    const late = await openRun({ clock });
    assert.equal(resume(late.access, session), null);
  }),
);

test(
  'each use of a session extends it also for the next run',
  withSessionsPath(async (_, openRun) => {
    const clock = new ManualClock();
    const before = await openRun({ clock });
    const session = before.access.exchange(before.newCode());
    assert.ok(session);
    await clock.advance(11 * 60 * MINUTE);
    assert.equal(isAdmitted(before.access, session), true);
    await before.access.stop();
    await clock.advance(11 * 60 * MINUTE);
    const after = await openRun({ clock });
    assert.notEqual(resume(after.access, session), null);
  }),
);

test(
  'signing out ends all sessions, for the next run too',
  withSessionsPath(async (_, openRun) => {
    const { access, newCode, clock } = await openRun();
    const session = access.exchange(newCode());
    assert.ok(session);
    const code = newCode();
    const signedOut = access.signOutAll();
    assert.equal(isAdmitted(access, session), false);
    assert.equal(access.exchange(code), null, 'an address that was not used yet');
    await signedOut;
    // As after a crash: nothing else is written.
    const next = await openRun({ clock });
    assert.equal(resume(next.access, session), null);
  }),
);

test(
  'signing out fails if the sessions stay stored',
  withSessionsPath(async (sessionsPath, openRun) => {
    const { access } = await openRun();
    // Neither a file can replace it, nor can it be removed as one.
    await mkdir(sessionsPath);
    await assert.rejects(access.signOutAll());
  }),
);

test(
  'a damaged file of sessions signs out, and does not stop the start',
  withSessionsPath(async (sessionsPath, openRun) => {
    await writeFile(sessionsPath, '{"version":2,"sessions":');
    const { access, newCode } = await openRun();
    assert.notEqual(access.exchange(newCode()), null);
  }),
);
