import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConsentDesk } from '#guildhall/control/consent/consent-desk.js';
import { ConsoleAccess } from '#guildhall/control/console/console-access.js';
import { ConsoleOpener } from '#guildhall/control/console/console-opener.js';
import { RedirectFiles } from '#guildhall/control/console/redirect-files.js';
import { announceRequests } from '#guildhall/control/notifications/announce-requests.js';
import { ALLOW_ONCE, toRequestNotification } from '#guildhall/control/notifications/request-notification.js';
import { BODY_LENGTH } from '#guildhall/platform/desktop-notification/desktop-notifier.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ManualClock, settle } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { MockDesktopNotifier } from '../mocks/mock-desktop-notifier.js';
import { deskOptions } from './desk.js';
import { consentRequest } from './requests.js';

const MINUTE = 60_000;

/** A desk, and everything that brings its requests to the person. */
class Desktop {
  readonly notifier = new MockDesktopNotifier();
  /** pages that were opened in a window */
  readonly windows: string[] = [];
  readonly opener: ConsoleOpener;

  private constructor(
    readonly home: string,
    readonly clock: ManualClock,
    readonly consent: ConsentDesk,
    readonly access: ConsoleAccess,
  ) {
    const files = new RedirectFiles(home, { find: async () => null, list: async () => [] });
    const openPage = (path: string) => this.windows.push(path);
    this.opener = new ConsoleOpener({ ...this, files, openPage, log: silentLogger });
    announceRequests({ ...this, opener: this.opener, log: silentLogger });
  }

  static async start(home: string): Promise<Desktop> {
    const clock = new ManualClock();
    const log = silentLogger;
    const consent = await ConsentDesk.open(join(home, 'remembered.json'), deskOptions(clock));
    const origin = 'http://127.0.0.1:6490';
    const access = await ConsoleAccess.open({ origin, sessionsPath: null, clock, log });
    return new Desktop(home, clock, consent, access);
  }

  /** An application asks; the returned function ends its request, as its disconnect does. */
  ask(id: string): () => void {
    const connection = new AbortController();
    void this.consent.ask(consentRequest({ id, name: `Game ${id}` }), connection.signal);
    return () => connection.abort();
  }

  openPage(): AbortController {
    const page = new AbortController();
    this.access.pageOpened(page.signal);
    return page;
  }

  windowsOpened(count: number): Promise<unknown> {
    return eventually(() => this.windows.length === count);
  }
}

function onDesktop(run: (desktop: Desktop) => Promise<void>): () => Promise<void> {
  return async () => {
    const home = await mkdtemp(join(tmpdir(), 'guildhall-opener-'));
    try {
      await run(await Desktop.start(home));
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  };
}

const codeIn = async (path: string) => /#code=([\w-]+)/.exec(await readFile(path, 'utf8'))?.[1] ?? '';

test(
  'a window that was opened just now is not opened again',
  onDesktop(async ({ opener, clock, windows }) => {
    for (let click = 0; click < 300; click += 1) opener.openForPerson();
    await clock.advance(3_000);
    opener.openForPerson();
    await eventually(() => windows.length >= 2);
    await settle();
    assert.equal(windows.length, 2);
  }),
);

test(
  'at most one window opens a minute, however many requests come and go',
  onDesktop(async (desktop) => {
    for (let attempt = 0; attempt < 110; attempt += 1) {
      desktop.ask(String(attempt))();
      await desktop.clock.advance(500);
    }
    await desktop.windowsOpened(1);
    await desktop.clock.advance(5 * MINUTE);
    assert.equal(desktop.windows.length, 1, 'a window opened without a request');
    desktop.ask('late');
    await desktop.windowsOpened(2);
    await desktop.clock.advance(MINUTE - 1);
    desktop.ask('soon after');
    await desktop.clock.advance(0);
    assert.equal(desktop.windows.length, 2);
    await desktop.clock.advance(1);
    desktop.ask('a minute later');
    await desktop.windowsOpened(3);
  }),
);

test(
  'no window opens while a console page is open',
  onDesktop(async (desktop) => {
    const page = desktop.openPage();
    desktop.ask('1');
    await desktop.clock.advance(2 * MINUTE);
    desktop.ask('2');
    assert.deepEqual(desktop.windows, []);
    page.abort();
    desktop.ask('3');
    await desktop.windowsOpened(1);
  }),
);

test(
  'waiting requests show in one notification until the person looks at a page or they are decided',
  onDesktop(async (desktop) => {
    const withdraw = desktop.ask('1');
    assert.equal(desktop.notifier.shown.get('consent')?.title, 'Game 1 asks for access');
    desktop.ask('2');
    assert.equal(desktop.notifier.shown.get('consent')?.title, '2 requests for access wait');
    withdraw();
    assert.equal(desktop.notifier.shown.get('consent')?.title, 'Game 2 asks for access');
    // A page that is out of sight shows them to nobody.
    const page = desktop.openPage();
    assert.equal(desktop.notifier.shown.size, 1);
    const attention = new AbortController();
    desktop.access.pageAttended(attention.signal);
    assert.equal(desktop.notifier.shown.size, 0);
    attention.abort();
    page.abort();
    assert.equal(desktop.notifier.shown.size, 1);
    await desktop.consent.decide(desktop.consent.waiting()[0]?.id ?? '', 'deny');
    assert.equal(desktop.notifier.shown.size, 0);
  }),
);

test(
  'a window opens with a file whose code works once; the file is removed with its use',
  onDesktop(async (desktop) => {
    desktop.ask('1');
    await desktop.windowsOpened(1);
    const [path = ''] = desktop.windows;
    const code = await codeIn(path);
    assert.doesNotMatch(path, new RegExp(code));
    assert.notEqual(desktop.access.exchange(code), null);
    await eventually(() => !existsSync(path));
    assert.equal(desktop.access.exchange(code), null);
  }),
);

test(
  'a file that no browser reads is removed when its code expires',
  onDesktop(async (desktop) => {
    const { path } = await desktop.opener.createPage();
    const code = await codeIn(path);
    await desktop.clock.advance(2 * MINUTE);
    await eventually(() => !existsSync(path));
    assert.equal(desktop.access.exchange(code), null);
  }),
);

test(
  'at most sixteen files exist, and stopping removes all',
  onDesktop(async (desktop) => {
    for (let page = 0; page < 17; page += 1) await desktop.opener.createPage();
    const names = () => readdir(join(desktop.home, 'redirects'));
    await eventually(async () => (await names()).length === 16);
    await desktop.opener.stop();
    assert.deepEqual(await names(), []);
  }),
);

test(
  'a request is allowed once, denied or opened in the console by the actions of its notification',
  onDesktop(async (desktop) => {
    const { consent, notifier } = desktop;
    const answer = consent.ask(consentRequest({ id: '1', name: 'Game' }), new AbortController().signal);
    const shown = notifier.shown.get('consent');
    assert.deepEqual(
      shown?.actions?.map(({ key }) => key),
      ['review', 'allow-once', 'deny'],
    );
    for (const part of ['https://game.example', 'control this client', 'see your user name and avatar']) {
      assert.ok(shown?.body.includes(part), part);
    }
    const windows = desktop.windows.length;
    notifier.choose('consent', 'review');
    await eventually(() => desktop.windows.length > windows);
    assert.equal(consent.waiting().length, 1);
    notifier.choose('consent', 'allow-once');
    const allowed = await answer;
    assert.ok(allowed.allowed && !allowed.lasting && !allowed.keyCapture);
    const second = consent.ask(consentRequest({ id: '2' }), new AbortController().signal);
    notifier.choose('consent', 'deny');
    assert.equal((await second).allowed, false);
  }),
);

test(
  'a notification offers Allow once only for one request that it shows whole, and never for recording keys',
  onDesktop(async (desktop) => {
    const actionsOf = () => desktop.notifier.shown.get('consent')?.actions?.map(({ key }) => key) ?? [];
    const decideAll = async () => {
      for (const { id } of desktop.consent.waiting()) await desktop.consent.decide(id, 'allow-once');
    };
    const ask = (fields: Parameters<typeof consentRequest>[0]) =>
      void desktop.consent.ask(consentRequest(fields), new AbortController().signal);
    ask({ id: '1', kind: 'capture', scopes: [] });
    assert.deepEqual(actionsOf(), ['review', 'deny']);
    await decideAll();
    ask({ id: '2', origin: `https://${'a'.repeat(400)}.example` });
    assert.deepEqual(actionsOf(), ['review', 'deny']);
    ask({ id: '3' });
    assert.deepEqual(actionsOf(), ['review'], 'two requests wait');
  }),
);

test(
  'a path of a program with hidden characters hides no permission in a notification, and adds no line to it',
  onDesktop(async ({ consent }) => {
    void consent.ask(consentRequest(), new AbortController().signal);
    const [waiting] = consent.waiting();
    assert.ok(waiting);
    const notificationOf = (path: string) =>
      toRequestNotification([{ ...waiting, process: { pid: 1, name: 'game', path } }], true);
    const short = notificationOf('/tmp/game\nIt asks for nothing.');
    assert.ok(short.actions?.includes(ALLOW_ONCE));
    assert.equal(short.body.split('\n').length, 2);
    // Its codes take the place of the permissions.
    const long = notificationOf(`/tmp/${'\u202e'.repeat(40)}`);
    assert.ok(!long.actions?.includes(ALLOW_ONCE));
    // Letters from right to left are isolated, which takes two characters.
    const full = BODY_LENGTH - notificationOf('/').body.length;
    assert.ok(notificationOf(`/${'a'.repeat(full)}`).actions?.includes(ALLOW_ONCE));
    assert.ok(!notificationOf(`/${'\u05d0'.repeat(full)}`).actions?.includes(ALLOW_ONCE));
  }),
);

test(
  'a click on a notification decides what it showed, not what waits by then',
  onDesktop(async ({ consent, notifier }) => {
    const gone = new AbortController();
    void consent.ask(consentRequest({ id: '1' }), gone.signal);
    const shown = notifier.shown.get('consent');
    gone.abort();
    void consent.ask(consentRequest({ id: '2' }), new AbortController().signal);
    assert.ok(shown);
    notifier.shown.set('consent', shown);
    notifier.choose('consent', 'allow-once');
    await settle();
    assert.equal(consent.waiting().length, 1);
  }),
);

test(
  'a request that ended unanswered is shown until another one waits',
  onDesktop(async ({ clock, consent, notifier }) => {
    void consent.ask(consentRequest({ id: '1', name: 'Game' }), new AbortController().signal);
    await clock.advance(10 * MINUTE);
    assert.deepEqual(
      [...notifier.shown.values()].map(({ title }) => title),
      ['Game asked for access'],
    );
    void consent.ask(consentRequest({ id: '2', name: 'Tool' }), new AbortController().signal);
    assert.deepEqual(
      [...notifier.shown.values()].map(({ title }) => title),
      ['Tool asks for access'],
    );
  }),
);
