import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Emitter } from '#guildhall/platform/async/events.js';
import type { Clock } from '#guildhall/platform/clock.js';
import type { Tray, TrayContent, TrayEvents } from '#guildhall/platform/tray/tray.js';
import type { PendingRequest } from '#guildhall/rpc/activities/activity-requests.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { type ControlHarness, withControl } from './control-harness.js';
import { consentRequest } from './requests.js';

/** A tray that remembers what it shows. */
class ShownTray implements Tray {
  readonly #events = new Emitter<TrayEvents>((error) => assert.fail(String(error)));
  content: TrayContent | null = null;

  readonly on: Tray['on'] = (name, listener) => this.#events.on(name, listener);

  show(content: TrayContent): void {
    this.content = content;
  }

  choose(key: string): void {
    this.#events.emit('chosen', { key });
  }

  /** The menu: labels, with a mark before those whose mark is set, in brackets if they cannot be chosen. */
  get menu(): string[] {
    const items = this.content?.groups.flat() ?? [];
    return items.map(({ label, isChecked, isEnabled }) => {
      const marked = isChecked === true ? `✓ ${label}` : label;
      return isEnabled ? marked : `(${marked})`;
    });
  }

  async stop(): Promise<void> {}
}

function withTray(run: (harness: ControlHarness, tray: ShownTray) => Promise<void>, clock?: Clock) {
  const tray = new ShownTray();
  return withControl(
    (harness) => run(harness, tray),
    (harness) => {
      harness.tray = tray;
    },
    clock,
  );
}

const [QUIET, ...SETTINGS] = ['(No request waits)', 'Mute', 'Deafen', 'Quit Guildhall'];

test(
  'the tray shows mute and deafen, and changes them as the person',
  withTray(async ({ voice }, tray) => {
    assert.deepEqual(tray.menu, ['Open console', QUIET, ...SETTINGS]);
    assert.equal(tray.content?.title, 'Guildhall');
    tray.choose('mute');
    await eventually(() => tray.content?.title === 'Guildhall: muted');
    assert.equal((await voice.settings()).mute, true);
    tray.choose('deafen');
    await eventually(() => tray.content?.title === 'Guildhall: deafened');
    assert.deepEqual(tray.menu.slice(2, 4), ['✓ Mute', '✓ Deafen']);
    assert.equal(tray.content?.isMuted, true);
    await voice.changeOwn({ mute: false, deaf: false });
    await eventually(() => tray.content?.isMuted === false);
  }),
);

const clock = new ManualClock();

test(
  'the tray counts the requests that wait, and leads to the console',
  withTray(async ({ activityRequests, consent, opened }, tray) => {
    const gone = new AbortController();
    void consent.ask(consentRequest(), gone.signal);
    await eventually(() => tray.menu[1] === '1 request waits');
    assert.equal(tray.content?.needsAttention, true);
    const joining: PendingRequest = {
      ...{ id: 'r1', kind: 'ask', direction: 'received', action: 'join', state: 'waiting', expiresAt: 0 },
      ...{ applicationId: '7', user: { id: '2', username: 'bob', discriminator: '0001', avatar: null } },
    };
    activityRequests.set([joining, { ...joining, id: 'r2', direction: 'sent' }]);
    await eventually(() => tray.menu[1] === '2 requests wait');
    // The first one opens by itself.
    await eventually(() => opened.length === 1);
    await clock.advance(3_000);
    tray.choose('requests');
    await eventually(() => opened.length === 2);
    await clock.advance(3_000);
    tray.choose('open');
    await eventually(() => opened.length === 3);
    gone.abort();
    activityRequests.set([]);
    await eventually(() => tray.menu[1] === QUIET);
  }, clock),
);

test(
  'the tray stops the daemon',
  withTray(async (harness, tray) => {
    tray.choose('quit');
    await eventually(() => harness.shutdowns === 1);
  }),
);
