import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { PendingRequest } from '#guildhall/rpc/activities/activity-requests.js';
import type { InspectedFrame } from '#guildhall/rpc/inspection/inspected-frame.js';
import type { ControlHarness } from '../control/control-harness.js';
import { rpcSession } from '../control/requests.js';
import { noChromium, sharedChromium } from '../helpers/chromium.js';
import { eventually } from '../helpers/eventually.js';
import { guild } from '../helpers/objects.js';
import { type Console, inConsole, openPage, openView } from './console-page.js';
import { assertFits, setVisibility } from './page-checks.js';

const options = { skip: noChromium };
const DECK = { application: { id: '8', name: 'Deck', icon: null } };
const OVERLAY = { application: { id: '7', name: 'Overlay', icon: null } };

/** Runs a test in the view of connections, opened by its link. */
function inConnections(
  run: (console: Console) => Promise<void>,
  prepare?: (harness: ControlHarness) => void,
) {
  return inConsole(async (console) => {
    await console.page.getByRole('link', { name: 'Connections', exact: true }).click();
    await run(console);
  }, prepare);
}

function frame(number: number, fields: Partial<InspectedFrame> = {}): InspectedFrame {
  return {
    ...{ number, at: '2026-01-02T03:04:05.678000+00:00', direction: 'received', bytes: 42, is_cut: false },
    ...{ cmd: 'GET_GUILDS', evt: null, nonce: `nonce-${number}` },
    text: JSON.stringify({ cmd: 'GET_GUILDS', args: {}, nonce: `nonce-${number}` }),
    ...fields,
  };
}

/** Opens the inspector of connection `a`. */
async function inspect({ harness, page }: Console) {
  harness.sessions.push(rpcSession('a', OVERLAY));
  const row = page.locator('#connection-list > li').filter({ hasText: 'Overlay' });
  await row.getByRole('link', { name: 'Inspect frames' }).click();
  const listener = await eventually(async () => harness.inspections.get('a'));
  assert.ok(listener);
  await page.getByText('Inspecting:').waitFor();
  return { listener, rows: page.locator('#inspector-frames > li') };
}

test(
  'connections are shown with their traffic, and disconnected in two pages',
  options,
  inConnections(async ({ harness, page }) => {
    await page.getByText('Nothing is connected').waitFor();
    harness.peers.set('a', '812');
    harness.sessions.push(
      rpcSession('a', { ...OVERLAY, subscriptions: 33, subscribed: ['MESSAGE_CREATE 41771983423143937'] }),
    );
    const row = page.locator('#connection-list > li').filter({ hasText: 'Overlay' });
    await row.getByText('https://game.example · json').waitFor();
    await row.getByText('game (process 812), /opt/game/game').waitFor();
    await row.getByText('33 subscriptions').click();
    await row.getByText('MESSAGE_CREATE 41771983423143937').waitFor();
    await row.getByText('and 32 more').waitFor();
    const traffic = setInterval(() => {
      const [session] = harness.sessions;
      if (session === undefined) return;
      const { frames_received, bytes_sent } = session;
      harness.sessions[0] = {
        ...session,
        frames_received: frames_received + 50,
        bytes_sent: bytes_sent + 9_000,
      };
    }, 100);
    try {
      await row.getByText(/[1-9][\d.]*\u00a0kB\/s/).waitFor();
      const points = () => row.locator('polyline').getAttribute('points');
      await eventually(async () => ((await points()) ?? '').split(' ').length >= 2);
    } finally {
      clearInterval(traffic);
    }
    const other = await openPage(await sharedChromium());
    await other.page.goto(await harness.address());
    await other.page.getByText('1 application connected').click();
    await other.page.getByText('Overlay', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Disconnect' }).click();
    for (const each of [page, other.page]) await each.getByText('Nothing is connected').waitFor();
    assert.deepEqual(other.complaints, []);
  }),
);

test(
  'a connection that records keys or controls voice settings says so, and recording is stopped by a button',
  options,
  inConnections(async ({ harness, page }) => {
    const holder = { ...OVERLAY, id: 'b', userId: '1', mayNameKeys: () => false };
    harness.voice.enter(holder);
    await harness.voice.change(holder, { mute: true });
    harness.captures.start('Game');
    harness.sessions.push(
      rpcSession('a', { capturing_since: '2026-01-02T03:04:05.000000+00:00' }),
      rpcSession('b', OVERLAY),
    );
    const row = (name: string) => page.locator('#connection-list > li').filter({ hasText: name });
    await row('Overlay').getByText('controls voice settings').waitFor();
    await row('Overlay').getByText('May control this client: read guilds').waitFor();
    assert.equal(
      await row('Overlay').getByRole('button', { name: 'Stop recording keys' }).isVisible(),
      false,
    );
    await row('Game').getByText('records keys', { exact: true }).waitFor();
    await row('Game').getByRole('button', { name: 'Stop recording keys' }).click();
    await eventually(() => harness.captures.current === null);
    for (const id of ['c', 'd', 'e', 'f']) harness.sessions.push(rpcSession(id, DECK));
    await page.getByRole('button', { name: 'Show 4 connections' }).click();
    await eventually(async () => (await row('Deck').count()) === 5);
    await page.getByLabel('Find', { exact: true }).fill('overlay');
    await eventually(async () => (await page.locator('#connection-list > li').count()) === 1);
    await page.getByLabel('Find', { exact: true }).fill('nobody');
    await page.getByText('No connection has these words.').waitFor();
  }),
);

test(
  'frames are shown live, filtered, paused and exported as JSON lines',
  options,
  inConnections(async (console) => {
    const { page } = console;
    const { listener, rows } = await inspect(console);
    await page.getByRole('heading', { name: 'Frames of Overlay' }).waitFor();
    const sent = { direction: 'sent', evt: 'ERROR', cmd: 'GET_GUILD' } as const;
    const text = JSON.stringify({ cmd: 'GET_GUILD', data: { message: '<b>\u202eevil</b>' } });
    listener.frames([frame(1), frame(2, { ...sent, text }), frame(5)]);
    await eventually(async () => (await rows.count()) === 3);
    await page.getByText('Inspecting: 3 frames, 2 were too many to show.').waitFor();
    await rows.nth(1).locator('summary').click();
    await rows.nth(1).getByText('"message": "<b>[U+202E]evil</b>"').waitFor();

    await page.locator('#inspector-direction').selectOption('sent');
    assert.equal(await rows.count(), 1);
    await page.locator('#inspector-direction').selectOption('both');
    await page.locator('#inspector-command').fill('guilds');
    assert.equal(await rows.count(), 2);
    await page.locator('#inspector-text').fill('NONCE-5');
    assert.equal(await rows.count(), 1);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export JSON lines' }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'frames-a.jsonl');
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      [
        {
          ...{ number: 5, at: frame(5).at, direction: 'received', bytes: 42 },
          frame: { cmd: 'GET_GUILDS', args: {}, nonce: 'nonce-5' },
        },
      ],
    );
    await page.locator('#inspector-text').fill('');
    await page.locator('#inspector-command').fill('');
    await page.getByRole('button', { name: 'Pause' }).click();
    listener.frames([frame(6)]);
    await page.getByText('Paused: new frames are not kept (1 so far).').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    listener.frames([frame(7)]);
    await eventually(async () => (await rows.count()) === 4);
    await page.getByRole('button', { name: 'Clear' }).click();
    assert.equal(await rows.count(), 0);
    listener.closed();
    await page.getByText('The connection has closed.').waitFor();
  }),
);

test(
  'the address of a connection that does not exist says so, until another one is opened',
  options,
  inConnections(async (console) => {
    const { page } = console;
    await openView(page, '#connections/zzz');
    await page.getByText('There is no connection zzz. It may have closed.').waitFor();
    assert.equal(await page.locator('#inspector-frames').isVisible(), false);
    await page.getByRole('link', { name: 'All connections' }).click();
    await inspect(console);
    await page.getByRole('heading', { name: 'Frames of Overlay' }).waitFor();
    assert.equal(await page.getByText('There is no connection').isVisible(), false);
  }),
);

test(
  'frames are inspected only while the inspector is visible, and at most a thousand are kept',
  options,
  inConnections(async (console) => {
    const { harness, page } = console;
    const { listener, rows } = await inspect(console);
    listener.frames(Array.from({ length: 1_200 }, (_, index) => frame(index + 1)));
    await page.getByText('Inspecting: 1000 frames.').waitFor();
    assert.equal(await rows.count(), 500);
    await page.getByRole('link', { name: 'All connections' }).click();
    await eventually(() => harness.inspections.size === 0);
    await page.goBack();
    await eventually(() => harness.inspections.size === 1);
    await setVisibility(page, 'hidden');
    await eventually(() => harness.inspections.size === 0);
  }),
);

test(
  'the view fits widths from 360 px',
  options,
  inConnections(async (console) => {
    const { page } = console;
    const long = 'x'.repeat(2000);
    console.harness.sessions.push(rpcSession('b', { subscribed: [long], origin: long }));
    await page.getByText('1 subscription').click();
    await assertFits(page, [360, 1600], 'the list');
    console.harness.sessions.length = 0;
    const { listener, rows } = await inspect(console);
    listener.frames([frame(1, { nonce: long.slice(0, 64), text: JSON.stringify({ nonce: long }) })]);
    await rows.first().locator('summary').click();
    await assertFits(page, [360, 1600], 'the inspector');
  }),
);

test(
  'clients that were refused are listed with the reason, until it is gone',
  options,
  inConnections(async ({ harness, page }) => {
    const { client, refusals } = harness;
    const origin = 'https://\u202eevil.example';
    const game = {
      id: '100',
      name: 'Game',
      icon: null,
      description: '',
      rpc_origins: ['https://game.example'],
    };
    client.applications.set(game.id, game);
    client.accesses.set(game.id, 'none');
    refusals.record({ reason: 'not-approved', applicationId: game.id, origin: 'https://game.example' });
    refusals.record({ reason: 'origin', applicationId: game.id, origin });
    refusals.record({ reason: 'unknown-application', applicationId: '101', origin });
    const rows = page.locator('#refusals li');
    const row = (text: string) => rows.filter({ hasText: text });
    await row('client id 101, https://[U+202E]evil.example')
      .getByText('no application had its client id')
      .waitFor();
    await row('Game (100), https://[U+202E]evil.example')
      .getByText(/^once, last at .*: its origin was not registered for this application$/)
      .waitFor();
    await row('Game (100), https://game.example').getByText('the application was not approved').waitFor();

    client.accesses.set(game.id, 'approved');
    client.applications.set(game.id, { ...game, rpc_origins: [...game.rpc_origins, origin] });
    await eventually(async () => (await rows.count()) === 1);
    client.applications.set('101', { ...game, id: '101' });
    await page.locator('#refusals-part').waitFor({ state: 'hidden' });
  }),
);

test(
  'requests to play together are answered with a click, and asked for in the list of members',
  options,
  inConnections(async ({ harness, page }) => {
    const { activityRequests, client } = harness;
    const user = { id: '2', username: 'bob', discriminator: '0002', avatar: null };
    const request: Omit<PendingRequest, 'state'> = {
      ...{ id: 'r1', kind: 'ask', direction: 'received', action: 'join', applicationId: '7', user },
      expiresAt: 0,
    };
    activityRequests.set([{ ...request, state: 'waiting' }]);
    await page.getByText('bob#0002 asks to join application 7').waitFor();
    await page.getByRole('button', { name: 'Accept' }).click();
    await eventually(() => activityRequests.done.includes('accept r1'));
    activityRequests.set([{ ...request, state: 'accepted' }]);
    await page.getByRole('button', { name: 'Accept' }).waitFor({ state: 'hidden' });
    const plain = guild('200');
    const [ada] = plain.members;
    assert.ok(ada);
    client.addGuild({ ...plain, members: [ada, { ...ada, user }], member_count: 2 });
    const presence = {
      user,
      status: 'online',
      activities: [],
      guild_id: '200',
      game: { name: 'Chess', flags: 2 },
    };
    client.dispatch('PRESENCE_UPDATE', presence);
    await openView(page, '#guilds/200');
    await page.getByRole('button', { name: 'Ask to join: bob' }).click();
    await eventually(() => activityRequests.done.includes('ask 2 join'));
  }),
);
