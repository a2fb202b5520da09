import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '#guildhall/platform/clock.js';
import { findSessionBus } from '#guildhall/platform/dbus/find-session-bus.js';
import { FreedesktopBackend } from '#guildhall/platform/desktop-notification/freedesktop-backend.js';
import { UserError } from '#guildhall/platform/errors.js';
import { ManualClock, settle } from '../../hardware/support/manual-clock.js';
import { eventually } from '../../helpers/eventually.js';
import { onlyLinux } from '../../helpers/only-on.js';
import { NotificationService } from '../support/notification-service.js';
import { noSessionBus, withSessionBus } from '../support/session-bus.js';

const linux = { skip: onlyLinux('D-Bus is of its desktops') };
const options = { skip: linux.skip || noSessionBus };

const socketOf = (address: string) => findSessionBus({ DBUS_SESSION_BUS_ADDRESS: address }) ?? '';

/** Runs a test against a desktop with a notification service of these capabilities. */
function onDesktop(
  capabilities: readonly string[],
  run: (backend: FreedesktopBackend, service: NotificationService) => Promise<void>,
) {
  return withSessionBus(async (address) => {
    const service = await NotificationService.start(socketOf(address), capabilities);
    const backend = new FreedesktopBackend(socketOf(address), systemClock);
    try {
      await run(backend, service);
    } finally {
      await backend.close();
      service.stop();
    }
  });
}

test(
  'a check finds the notification service without showing anything',
  options,
  onDesktop([], async (backend, service) => {
    assert.equal(await backend.check(), true);
    assert.equal(service.shown.size, 0);
    service.stop();
    await backend.close();
    await assert.rejects(backend.check(), UserError);
  }),
);

test('a check reports a missing session bus', async () => {
  await assert.rejects(new FreedesktopBackend(null, systemClock).check(), /there is no session bus/);
});

test(
  'a notification is shown, replaced under its id and withdrawn',
  options,
  onDesktop([], async (backend, service) => {
    await backend.show('capture', { title: 'Game records keys', body: 'until you stop it' });
    await backend.show('consent', { title: 'Tool asks', body: '' });
    assert.deepEqual(
      [...service.shown.values()].map(({ title }) => title),
      ['Game records keys', 'Tool asks'],
    );
    await backend.show('capture', { title: 'Other records keys', body: '' });
    assert.deepEqual(
      [...service.shown.values()].map(({ title }) => title),
      ['Other records keys', 'Tool asks'],
    );
    await backend.withdraw('capture');
    assert.deepEqual(
      [...service.shown.values()].map(({ title }) => title),
      ['Tool asks'],
    );
    const { calls } = service;
    await backend.withdraw('capture');
    assert.equal(service.calls, calls, 'a notification that is not shown was withdrawn');
  }),
);

for (const [capabilities, body] of [
  [['body', 'body-markup'], '&lt;b&gt;R&amp;D&lt;/b&gt;'],
  [['body'], '<b>R&D</b>'],
] as const) {
  test(
    `markup in a body is text on a desktop with the capabilities ${capabilities.join(', ')}`,
    options,
    onDesktop(capabilities, async (backend, service) => {
      await backend.show('capture', { title: '--help', body: '<b>R&D</b>' });
      assert.deepEqual([...service.shown.values()], [{ title: '--help', body }]);
    }),
  );
}

test(
  'actions are accepted only from the notification service',
  options,
  withSessionBus(async (address) => {
    const socket = socketOf(address);
    const service = await NotificationService.start(socket, ['actions']);
    const backend = new FreedesktopBackend(socket, systemClock);
    const chosen: string[] = [];
    backend.onAction((id, key) => chosen.push(`${id}: ${key}`));
    // Owns another name, and sends the same signal to everybody.
    const other = await NotificationService.start(socket, [], 'org.example.Other');
    try {
      const actions = [
        { key: 'review', label: 'Review', isDefault: true as const },
        { key: 'deny', label: 'Deny' },
      ];
      await backend.show('consent', { title: 'Game asks', body: '', actions });
      const [[number = 0, labels] = []] = service.actions;
      const [, , review = '', , deny = ''] = labels ?? [];
      assert.match(review, /^review .{43}$/);
      assert.deepEqual(labels, ['default', 'Review', review, 'Review', deny, 'Deny']);
      for (let connection = 0; connection < 10; connection += 1) {
        other.choose(number, deny, `:1.${connection}`);
      }
      service.choose(number + 1, deny);
      // Another program replaced the notification by one of its own.
      service.choose(number, 'deny');
      service.choose(number, deny);
      await eventually(() => chosen.length > 0);
      assert.deepEqual(chosen, ['consent: deny']);
    } finally {
      await backend.close();
      service.stop();
      other.stop();
    }
  }),
);

test(
  'a desktop without action support gets no actions',
  options,
  onDesktop(['body'], async (backend, service) => {
    await backend.show('consent', {
      title: 'Game asks',
      body: '',
      actions: [{ key: 'deny', label: 'Deny' }],
    });
    assert.deepEqual([...service.actions.values()], [[]]);
  }),
);

test(
  'an independent D-Bus program reads the same message',
  options,
  withSessionBus(async (address) => {
    const monitor = spawn('dbus-monitor', [
      '--address',
      address,
      "interface='org.freedesktop.Notifications'",
    ]);
    let output = '';
    monitor.stdout.on('data', (text) => {
      output += text;
    });
    const service = await NotificationService.start(socketOf(address), []);
    const backend = new FreedesktopBackend(socketOf(address), systemClock);
    try {
      await eventually(() => output.includes('NameAcquired'));
      await backend.show('capture', { title: 'Schlüssel 🔑', body: 'zwei' });
      await eventually(() => output.includes('int32 -1'));
      const [, call = ''] = output.split('member=Notify');
      const shape = [
        /string "Guildhall"/,
        /uint32 0/,
        /string ""/,
        /string "Schlüssel 🔑"/,
        /string "zwei"/,
        /array \[/,
      ];
      for (const part of shape) assert.match(call, part);
    } finally {
      await backend.close();
      service.stop();
      const exited = once(monitor, 'exit');
      monitor.kill();
      await exited;
    }
  }),
);

test('a missing session bus is reported with a reason', async () => {
  const show = (path: string | null) =>
    new FreedesktopBackend(path, systemClock).show('capture', { title: 'a', body: '' });
  await assert.rejects(show(null), UserError);
  await assert.rejects(show('/nonexistent/bus'), /cannot be reached/);
});

test(
  'a missing notification service is reported with a reason, and one that appears later is used',
  options,
  withSessionBus(async (address) => {
    const backend = new FreedesktopBackend(socketOf(address), systemClock);
    await assert.rejects(backend.show('capture', { title: 'a', body: '' }), /ServiceUnknown/);
    const service = await NotificationService.start(socketOf(address), []);
    await backend.show('capture', { title: 'a', body: '' });
    assert.equal(service.shown.size, 1);
    await backend.close();
    service.stop();
  }),
);

test(
  'another notification service is asked what it can do, and keeps the notifications of others',
  options,
  withSessionBus(async (address) => {
    const socket = socketOf(address);
    const first = await NotificationService.start(socket, ['body']);
    const backend = new FreedesktopBackend(socket, systemClock);
    const other = new FreedesktopBackend(socket, systemClock);
    await backend.show('capture', { title: 'Game', body: '<b>' });
    await backend.show('consent', { title: 'Tool', body: '<b>' });
    first.stop();
    const second = await NotificationService.start(socket, ['body', 'body-markup']);
    await other.show('capture', { title: 'Of another program', body: '' });
    await other.show('consent', { title: 'Of another program', body: '' });
    await backend.withdraw('consent');
    await backend.show('capture', { title: 'Game', body: '<b>' });
    assert.deepEqual(
      [...second.shown.values()].map(({ title, body }) => [title, body]),
      [
        ['Of another program', ''],
        ['Of another program', ''],
        ['Game', '&lt;b&gt;'],
      ],
    );
    await backend.close();
    await other.close();
    second.stop();
  }),
);

for (const [what, answer] of [
  ['says nothing', ''],
  ['refuses the user', 'REJECTED EXTERNAL\r\n'],
  ['sends bytes that are not messages', `OK 00\r\n${'x'.repeat(64)}`],
  ['promises a message of four gigabytes', 'OK 00\r\nl\x02\x01\x01\xff\xff\xff\xff\x01\0\0\0\0\0\0\0'],
  ['closes the connection', null],
] as const) {
  test(`a bus that ${what} is reported within five seconds`, linux, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-no-bus-'));
    const path = join(folder, 'bus');
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        if (answer === null) socket.destroy();
        else socket.write(Buffer.from(answer, 'latin1'));
      });
    });
    server.listen(path);
    await once(server, 'listening');
    const clock = new ManualClock();
    const backend = new FreedesktopBackend(path, clock);
    try {
      let outcome: unknown = null;
      const shown = backend.show('capture', { title: 'a', body: '' }).catch((error: unknown) => {
        outcome = error;
      });
      await eventually(async () => {
        await clock.advance(5_000);
        return outcome !== null;
      });
      await shown;
      await settle();
      assert.ok(outcome instanceof UserError);
      assert.match(outcome.message, /^no notification service: /);
    } finally {
      await backend.close();
      server.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
}
