import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConsentDesk } from '#guildhall/control/consent/consent-desk.js';
import { announceRequests } from '#guildhall/control/console/announce-requests.js';
import { ConsoleAccess } from '#guildhall/control/console/console-access.js';
import { ConsoleOpener } from '#guildhall/control/console/console-opener.js';
import { RedirectFiles } from '#guildhall/control/console/redirect-files.js';
import { MockDesktopNotifier } from '#guildhall/platform/desktop-notification/mock-desktop-notifier.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { consentRequest } from './requests.js';

const MINUTE = 60_000;

/** A desk, and everything that brings its requests to the person. */
class Desktop {
  readonly clock = new ManualClock();
  readonly access = new ConsoleAccess('http://127.0.0.1:6490/', this.clock, silentLogger);
  readonly notifier = new MockDesktopNotifier();
  /** pages that were opened in a window */
  readonly windows: string[] = [];
  readonly opener: ConsoleOpener;

  private constructor(
    readonly home: string,
    readonly consent: ConsentDesk,
  ) {
    const files = new RedirectFiles(home, { find: async () => null, list: async () => [] });
    const openPage = (path: string) => this.windows.push(path);
    this.opener = new ConsoleOpener({ ...this, files, openPage, log: silentLogger });
    announceRequests({ ...this, opener: this.opener });
  }

  static async start(home: string): Promise<Desktop> {
    const clock = new ManualClock();
    return new Desktop(home, await ConsentDesk.open(join(home, 'remembered.json'), clock, silentLogger));
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
    assert.equal(desktop.notifier.history.length, 0);
    page.abort();
    desktop.ask('3');
    await desktop.windowsOpened(1);
  }),
);

test(
  'waiting requests show in one notification until a page is open or they are decided',
  onDesktop(async (desktop) => {
    const withdraw = desktop.ask('1');
    assert.equal(desktop.notifier.shown.get('consent')?.title, 'Game 1 asks for access');
    desktop.ask('2');
    assert.equal(desktop.notifier.shown.get('consent')?.title, '2 requests for access wait');
    withdraw();
    assert.equal(desktop.notifier.shown.get('consent')?.title, 'Game 2 asks for access');
    const page = desktop.openPage();
    assert.equal(desktop.notifier.shown.size, 0);
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
