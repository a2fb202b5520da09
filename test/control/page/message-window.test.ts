import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { MessagePage, ShownMessage } from '#guildhall/control/guilds/guild-schemas.js';
import { pageModule } from './page-modules.js';

interface MessageWindow {
  readonly messages: readonly ShownMessage[];
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
  showNewest(page: MessagePage): void;
  beginLoading(): void;
  endLoading(): void;
  addEarlier(page: MessagePage): void;
  addLater(page: MessagePage): void;
  jumpToNewest(page: MessagePage): void;
  put(message: ShownMessage, isFollowed: boolean): boolean;
  remove(id: string): void;
}

const module = (await pageModule('guilds/message-window.js')) as {
  MessageWindow: new () => MessageWindow;
  MAX_SHOWN: number;
};
const { MAX_SHOWN } = module;

let shown: MessageWindow;
beforeEach(() => {
  shown = new module.MessageWindow();
});

const message = (id: number, content = ''): ShownMessage => ({
  ...{ id: String(id), author: { id: '1', name: 'ada', is_bot: false }, content },
  ...{ timestamp: '2026-01-02T03:04:05.000000+00:00', is_edited: false, is_pinned: false, action: null },
  ...{ attachments: [], files: [], embeds: 0 },
});

const page = (first: number, last: number, has_more = true): MessagePage => ({
  messages: Array.from({ length: last - first + 1 }, (_, index) => message(first + index)),
  has_more,
});

const ids = () => shown.messages.map(({ id }) => Number(id));
const range = () => [ids()[0], ids().at(-1), ids().length];

test('while older messages are read, the newest are dropped, and come again when the person returns', () => {
  shown.showNewest(page(951, 1000));
  for (const first of [901, 851, 801, 751]) shown.addEarlier(page(first, first + 49));
  assert.deepEqual([...range(), shown.hasEarlier, shown.hasLater], [751, 900, MAX_SHOWN, true, true]);
  shown.addLater(page(901, 950));
  assert.deepEqual([...range(), shown.hasLater], [801, 950, MAX_SHOWN, true]);
  shown.addLater(page(951, 1000, false));
  assert.deepEqual([...range(), shown.hasLater, shown.hasEarlier], [851, 1000, MAX_SHOWN, false, true]);
});

test('messages that arrive while older ones are read follow at the end, each once', () => {
  shown.showNewest(page(951, 1000));
  for (const first of [901, 851, 801]) shown.addEarlier(page(first, first + 49));
  assert.equal(shown.put(message(1001), false), true);
  shown.beginLoading();
  assert.equal(shown.put(message(1002), false), true);
  shown.addLater(page(951, 1001, false));
  assert.deepEqual([ids().slice(-3), shown.hasLater], [[1000, 1001, 1002], false]);
  assert.deepEqual(new Set(ids()).size, ids().length);
});

test('more new messages than are remembered leave no gap', () => {
  shown.showNewest(page(951, 1000));
  for (const first of [901, 851, 801]) shown.addEarlier(page(first, first + 49));
  for (let id = 1001; id <= 1100; id += 1) shown.put(message(id), false);
  shown.addLater(page(951, 1000, false));
  assert.deepEqual([ids().at(-1), shown.hasLater], [1000, true]);
  shown.addLater(page(1001, 1050));
  shown.addLater(page(1051, 1100, false));
  assert.deepEqual([...range(), shown.hasLater], [951, 1100, MAX_SHOWN, false]);
});

test('the newest are shown at once when the person jumps to them, with what arrives meanwhile', () => {
  shown.showNewest(page(951, 1000));
  for (const first of [901, 851, 801]) shown.addEarlier(page(first, first + 49));
  shown.beginLoading();
  shown.put(message(1001), false);
  shown.put(message(980, 'changed'), false);
  shown.remove('981');
  shown.jumpToNewest(page(951, 1000));
  assert.deepEqual([ids()[0], ids().at(-1), ids().includes(981), shown.hasLater], [951, 1001, false, false]);
  assert.equal(shown.messages.find(({ id }) => id === '980')?.content, 'changed');
});

test('a person who reads the newest messages sees at most the last ones; one who reads others keeps them', () => {
  shown.showNewest(page(1, 50, false));
  for (let id = 51; id <= 400; id += 1) shown.put(message(id), true);
  assert.deepEqual([...range(), shown.hasEarlier], [251, 400, MAX_SHOWN, true]);
  for (let id = 401; id <= 410; id += 1) assert.equal(shown.put(message(id), false), true);
  assert.deepEqual([...range(), shown.hasLater], [251, 400, MAX_SHOWN, true]);
  shown.addLater(page(401, 410, false));
  assert.deepEqual([...range(), shown.hasLater], [261, 410, MAX_SHOWN, false]);
});

test('a changed message is shown in its place, and an older one that is not shown is not new', () => {
  shown.showNewest(page(951, 1000));
  assert.equal(shown.put(message(960, 'new'), true), false);
  assert.equal(shown.messages[9]?.content, 'new');
  assert.equal(shown.put(message(5), true), false);
  assert.equal(ids().length, 50);
});

test('after a lost connection older messages stay if the newest continue them', () => {
  shown.showNewest(page(951, 1000));
  shown.addEarlier(page(901, 950));
  shown.showNewest(page(961, 1010));
  assert.deepEqual([...range(), shown.hasEarlier], [901, 1010, 110, true]);
  shown.showNewest(page(1111, 1160));
  assert.deepEqual(range(), [1111, 1160, 50]);
});
