import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type { DesktopNotification } from '#guildhall/platform/desktop-notification/desktop-notifier.js';
import type { NotificationBackend } from '#guildhall/platform/desktop-notification/notification-backend.js';
import { PacedDesktopNotifier } from '#guildhall/platform/desktop-notification/paced-desktop-notifier.js';
import { UserError } from '#guildhall/platform/errors.js';
import { createLogger, silentLogger } from '#guildhall/platform/log.js';
import { ManualClock, settle } from '../../hardware/support/manual-clock.js';

/** Records what reaches the desktop; fails while `reason` is set. */
class RecordingBackend implements NotificationBackend {
  readonly calls: string[] = [];
  readonly shown: DesktopNotification[] = [];
  reason: string | null = null;

  async show(id: string, notification: DesktopNotification): Promise<void> {
    if (this.reason !== null) throw new UserError(this.reason);
    this.calls.push(`show ${id}: ${notification.title}`);
    this.shown.push(notification);
  }

  /** whether the desktop can be asked without showing anything */
  canCheck = true;

  async check(): Promise<boolean> {
    if (this.reason !== null) throw new UserError(this.reason);
    return this.canCheck;
  }

  async withdraw(id: string): Promise<void> {
    this.calls.push(`withdraw ${id}`);
  }

  choose: (id: string, key: string) => void = () => {};

  onAction(listener: (id: string, key: string) => void): void {
    this.choose = listener;
  }

  async close(): Promise<void> {
    this.calls.push('close');
  }
}

function create() {
  const backend = new RecordingBackend();
  const clock = new ManualClock();
  return { backend, clock, notifier: new PacedDesktopNotifier(backend, clock, silentLogger) };
}

const titled = (title: string): DesktopNotification => ({ title, body: '' });

test('a burst of notifications shows the first at once and only the last two seconds later', async () => {
  const { backend, clock, notifier } = create();
  for (let number = 1; number <= 50; number += 1) notifier.show('capture', titled(`${number}`));
  await settle();
  assert.deepEqual(backend.calls, ['show capture: 1']);
  await clock.advance(1_999);
  assert.equal(backend.calls.length, 1);
  await clock.advance(1);
  assert.deepEqual(backend.calls, ['show capture: 1', 'show capture: 50']);
});

test('a check determines whether the desktop shows notifications without showing any', async () => {
  const { backend, notifier } = create();
  backend.canCheck = false;
  assert.deepEqual(await notifier.check(), { available: null, reason: null });
  backend.canCheck = true;
  assert.deepEqual(await notifier.check(), { available: true, reason: null });
  backend.reason = 'there is no desktop';
  assert.deepEqual(await notifier.check(), { available: false, reason: 'there is no desktop' });
  assert.deepEqual(notifier.state, await notifier.check());
  assert.deepEqual(backend.calls, []);
});

test('a flood under one id does not delay another id', async () => {
  const { backend, notifier } = create();
  for (let number = 1; number <= 50; number += 1) notifier.show('consent', titled(`${number}`));
  notifier.show('capture', titled('a capture'));
  await settle();
  assert.deepEqual(backend.calls, ['show consent: 1', 'show capture: a capture']);
});

test('a withdrawal during the pause is sent, and one before the first notification is not', async () => {
  const { backend, clock, notifier } = create();
  notifier.withdraw('capture');
  notifier.show('capture', titled('a'));
  notifier.withdraw('capture');
  await clock.advance(2_000);
  assert.deepEqual(backend.calls, ['show capture: a', 'withdraw capture']);
});

test('repeated content sends nothing', async () => {
  const { backend, clock, notifier } = create();
  notifier.show('capture', titled('a'));
  await clock.advance(5_000);
  notifier.show('capture', titled('a'));
  await clock.advance(5_000);
  assert.deepEqual(backend.calls, ['show capture: a']);
});

test('texts are stripped of control and bidirectional characters and truncated', async () => {
  const { backend, notifier } = create();
  notifier.show('capture', {
    title: `\u202elive\u001b[2J\n${'x'.repeat(200)}`,
    body: `a\nb${'\u{1f600}'.repeat(500)}`,
  });
  await settle();
  const [shown] = backend.shown;
  assert.ok(shown);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there.
  assert.doesNotMatch(shown.title, /[\u0000-\u001f\u202e]/);
  assert.equal([...shown.title].length, 100);
  assert.equal([...shown.body].length, 400);
  assert.ok(shown.body.startsWith('a\nb'));
});

test('a desktop without notifications has a state with a reason until one succeeds', async () => {
  const { backend, clock, notifier } = create();
  assert.deepEqual(notifier.state, { available: null, reason: null });
  backend.reason = 'no session bus';
  notifier.show('capture', titled('a'));
  await settle();
  assert.deepEqual(notifier.state, { available: false, reason: 'no session bus' });
  backend.reason = null;
  notifier.show('capture', titled('b'));
  await clock.advance(2_000);
  assert.deepEqual(notifier.state, { available: true, reason: null });
});

test('the reason why there are no notifications is logged once, until it changes', async () => {
  const backend = new RecordingBackend();
  const clock = new ManualClock();
  const logged = new PassThrough();
  const notifier = new PacedDesktopNotifier(backend, clock, createLogger('info', logged));
  for (const reason of ['no session bus', 'no session bus', 'no service', 'no service', null, 'no service']) {
    backend.reason = reason;
    notifier.show('consent', titled('a'));
    await settle();
    notifier.withdraw('consent');
    await clock.advance(4_000);
  }
  const reasons = String(logged.read())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).reason);
  assert.deepEqual(reasons, ['no session bus', 'no service', 'no service']);
});

test('stop withdraws the notification, and nothing is shown afterwards', async () => {
  const { backend, clock, notifier } = create();
  notifier.show('capture', titled('a'));
  await settle();
  await notifier.stop();
  notifier.show('capture', titled('b'));
  await clock.advance(5_000);
  assert.deepEqual(backend.calls, ['show capture: a', 'withdraw capture', 'close']);
});

test('an action of a notification has no effect in its first second, and the notification is shown again', async () => {
  const { backend, clock, notifier } = create();
  const chosen: string[] = [];
  notifier.on('action', ({ id, key, notification }) => chosen.push(`${id} ${notification.about}: ${key}`));
  const actions = [
    { key: 'review', label: 'Review', isDefault: true as const },
    { key: 'deny', label: 'Deny' },
  ];
  notifier.show('consent', { title: 'Game asks', body: '', about: '7', actions });
  await settle();
  await clock.advance(999);
  backend.choose('consent', 'deny');
  assert.deepEqual(chosen, []);
  await clock.advance(2_000);
  assert.equal(backend.calls.length, 2, 'the desktop closed it with the click');
  await clock.advance(1_000);
  backend.choose('consent', 'allow');
  assert.deepEqual(chosen, [], 'it has no such action');
  await clock.advance(2_000);
  await clock.advance(1_000);
  backend.choose('consent', 'default');
  assert.deepEqual(chosen, ['consent 7: review']);
  backend.choose('consent', 'deny');
  backend.choose('capture', 'deny');
  assert.deepEqual(chosen, ['consent 7: review'], 'it was just shown again, and nothing else is shown');
});

test('a notification with another subject replaces one with the same text', async () => {
  const { backend, clock, notifier } = create();
  notifier.show('consent', { title: 'Game asks', body: '', about: '1' });
  await clock.advance(2_000);
  notifier.show('consent', { title: 'Game asks', body: '', about: '2' });
  await clock.advance(2_000);
  assert.equal(backend.calls.length, 2);
});
