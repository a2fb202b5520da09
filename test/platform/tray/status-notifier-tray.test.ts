import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from '#guildhall/platform/log.js';
import { StatusNotifierTray } from '#guildhall/platform/tray/status-notifier-tray.js';
import type { TrayContent } from '#guildhall/platform/tray/tray.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';
import { eventually } from '../../helpers/eventually.js';
import {
  addressIn,
  createBusFolder,
  noSessionBus,
  SessionBus,
  withSessionBus,
} from '../support/session-bus.js';
import { TrayWatcher } from '../support/tray-watcher.js';

const options = { skip: noSessionBus };
const MUTE = { key: 'mute', label: 'Mute', isEnabled: true, isChecked: false };
const CONTENT: TrayContent = {
  ...{ title: 'Guildhall', isMuted: false, needsAttention: false },
  groups: [
    [
      { key: 'open', label: 'Open', isEnabled: true, isChecked: null },
      { key: 'none', label: 'Nothing_here', isEnabled: false, isChecked: null },
    ],
    [MUTE],
  ],
};

interface Desktop {
  readonly address: string;
  readonly tray: StatusNotifierTray;
  readonly clock: ManualClock;
  /** the keys of the entries that were chosen */
  readonly chosen: string[];
}

/** Runs a test with a tray on a session bus. */
function onDesktop(run: (desktop: Desktop) => Promise<void>) {
  return withSessionBus(async (address) => {
    const clock = new ManualClock();
    const environment = { DBUS_SESSION_BUS_ADDRESS: address };
    const tray = StatusNotifierTray.create({ environment, clock, log: silentLogger }) ?? assert.fail();
    const chosen: string[] = [];
    tray.on('chosen', ({ key }) => chosen.push(key));
    try {
      await run({ address, tray, clock, chosen });
    } finally {
      await tray.stop();
    }
  });
}

/** Waits until an icon is listed. @param count of the icons that were ever registered */
async function listed(watcher: TrayWatcher, count = 1): Promise<void> {
  await eventually(() => watcher.items.length === count);
}

test(
  'a desktop shows the icon with its menu, and what is chosen there',
  options,
  onDesktop(async ({ address, tray, clock, chosen }) => {
    const watcher = await TrayWatcher.start(address);
    tray.show(CONTENT);
    await listed(watcher);
    const item = await watcher.item();
    assert.deepEqual(
      ['Id', 'Title', 'Status', 'Menu', 'ItemIsMenu'].map((name) => item.get(name)),
      ['guildhall', 'Guildhall', 'Active', '/MenuBar', true],
    );
    const [[width, height, pixels]] = item.get('IconPixmap') as [[number, number, number[]]];
    assert.equal(pixels.length, width * height * 4);
    const menu = await watcher.menu();
    assert.deepEqual(
      menu.map(({ label, isEnabled, isChecked }) => [label, isEnabled, isChecked]),
      [
        ['Open', true, null],
        ['Nothing__here', false, null],
        ['Mute', true, false],
      ],
    );
    await watcher.choose('Mute');
    await watcher.choose('Nothing__here');
    await watcher.click(99);
    await clock.advance(500);
    await watcher.callItem('Activate', ['ii', [0, 0]]);
    assert.deepEqual(chosen, ['mute', 'open']);
  }),
);

test(
  'of many choices at once one is carried out',
  options,
  onDesktop(async ({ address, tray, clock, chosen }) => {
    const watcher = await TrayWatcher.start(address);
    tray.show(CONTENT);
    await listed(watcher);
    const { id = -1 } = (await watcher.menu()).find(({ label }) => label === 'Mute') ?? {};
    const click = [id, 'clicked', { type: 'i', value: 0 }, 0];
    await watcher.callMenu('EventGroup', 'ai', ['a(isvu)', [Array.from({ length: 300 }, () => click)]]);
    await clock.advance(499);
    await watcher.click(id);
    assert.deepEqual(chosen, ['mute']);
    await clock.advance(1);
    await watcher.click(id);
    assert.deepEqual(chosen, ['mute', 'mute']);
  }),
);

test(
  'a property that every object has is unknown',
  options,
  onDesktop(async ({ address, tray }) => {
    const watcher = await TrayWatcher.start(address);
    tray.show(CONTENT);
    await listed(watcher);
    for (const name of ['__proto__', 'constructor']) {
      await assert.rejects(watcher.callMenu('GetProperty', 'v', ['is', [0, name]]), /there is no method/);
    }
    assert.equal((await watcher.menu()).length, 3);
  }),
);

test(
  'a change is signaled, and an entry keeps its number',
  options,
  onDesktop(async ({ address, tray, chosen }) => {
    const watcher = await TrayWatcher.start(address);
    tray.show(CONTENT);
    await listed(watcher);
    const mute = (await watcher.menu()).find(({ label }) => label === 'Mute');
    const plain = (await watcher.item()).get('IconPixmap');
    tray.show({ ...CONTENT, isMuted: true, needsAttention: true, groups: [[{ ...MUTE, isChecked: true }]] });
    await eventually(() => watcher.signals.includes('LayoutUpdated'));
    for (const signal of ['NewIcon', 'NewAttentionIcon', 'NewStatus'])
      assert.ok(watcher.signals.includes(signal));
    const item = await watcher.item();
    assert.equal(item.get('Status'), 'NeedsAttention');
    assert.notDeepEqual(item.get('IconPixmap'), plain);
    assert.deepEqual(await watcher.menu(), [{ ...mute, isChecked: true }]);
    await watcher.click(mute?.id ?? -1);
    assert.deepEqual(chosen, ['mute']);
    const { length } = watcher.signals;
    tray.show({ ...CONTENT, isMuted: true, needsAttention: true, groups: [[{ ...MUTE, isChecked: true }]] });
    await watcher.menu();
    assert.equal(watcher.signals.length, length, 'the same content was signaled again');
  }),
);

test(
  'the menu answers requests for groups of entries',
  options,
  onDesktop(async ({ address, tray, chosen }) => {
    const watcher = await TrayWatcher.start(address);
    tray.show(CONTENT);
    await listed(watcher);
    const [open, , mute] = (await watcher.menu()).map(({ id }) => id);
    const [properties] = await watcher.callMenu('GetGroupProperties', 'a(ia{sv})', [
      'aias',
      [[mute ?? -1], []],
    ]);
    assert.equal((properties as unknown[]).length, 1);
    // Panels ask for the menu itself as well, and complain without an answer.
    const [root] = await watcher.callMenu('GetGroupProperties', 'a(ia{sv})', ['aias', [[0], []]]);
    assert.deepEqual(root, [[0, [['children-display', { type: 's', value: 'submenu' }]]]]);
    const [label] = await watcher.callMenu('GetProperty', 'v', ['is', [open ?? -1, 'label']]);
    assert.deepEqual(label, { type: 's', value: 'Open' });
    const data = { type: 's', value: '' };
    await watcher.callMenu('EventGroup', 'ai', [
      'a(isvu)',
      [
        [
          [open ?? -1, 'hovered', data, 0],
          [mute ?? -1, 'clicked', data, 0],
        ],
      ],
    ]);
    assert.deepEqual(chosen, ['mute']);
    assert.deepEqual(await watcher.callMenu('AboutToShow', 'b', ['i', [0]]), [false]);
    await assert.rejects(watcher.callMenu('Unknown', '', ['', []]), /there is no method/);
    assert.deepEqual(await watcher.callMenu('Event', '', ['s', ['clicked']]), []);
    assert.deepEqual(chosen, ['mute']);
  }),
);

test(
  'the icon comes back when the list of icons appears, or is started again',
  options,
  onDesktop(async ({ address, tray }) => {
    tray.show(CONTENT);
    const first = await TrayWatcher.start(address);
    await listed(first);
    first.stop();
    const second = await TrayWatcher.start(address);
    await listed(second);
    assert.deepEqual(second.items, first.items);
  }),
);

test('without a session bus there is no tray', () => {
  const clock = new ManualClock();
  assert.equal(StatusNotifierTray.create({ environment: {}, clock, log: silentLogger }), null);
});

test('a session bus that starts later is found', options, async () => {
  const folder = await createBusFolder();
  const clock = new ManualClock();
  const environment = { DBUS_SESSION_BUS_ADDRESS: addressIn(folder) };
  const tray = StatusNotifierTray.create({ environment, clock, log: silentLogger }) ?? assert.fail();
  tray.show(CONTENT);
  const bus = await SessionBus.start(folder);
  try {
    const watcher = await TrayWatcher.start(bus.address);
    await clock.advance(60_000);
    await listed(watcher);
    await tray.stop();
    assert.equal(clock.timers, 0);
  } finally {
    await tray.stop();
    await bus.stop();
  }
});
