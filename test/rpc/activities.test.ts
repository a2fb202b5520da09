import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActivityRules } from '#guildhall/rpc/activities/activities.js';
import { eventually } from '../helpers/eventually.js';
import { ipcBytes, OPCODES, RawIpcClient, withIpc } from '../helpers/ipc-client.js';
import type { MockRpc } from '../helpers/mock-rpc.js';

/** What a program shows if it names only this. */
const PLAIN = { name: 'Game', type: 0, application_id: '100', instance: false, flags: 0 };

function newest(mock: MockRpc): unknown {
  return mock.client.shown.at(-1);
}

test(
  'SET_ACTIVITY shows everything that the interface has, without secrets and addresses of buttons',
  withIpc(async (mock, path) => {
    const client = await RawIpcClient.connect(path);
    const activity = {
      details: 'Castle',
      details_url: 'https://game.example/castle',
      state: 'Round 3',
      timestamps: { start: 1_700_000_000, end: 1_700_000_900_000 },
      assets: { large_image: 'https://game.example/a.png', large_text: 'Map', small_image: 'key' },
      party: { id: 'party-1', size: [2, 4], privacy: 1 },
      secrets: { join: 'join-secret', spectate: 'spectate-secret', match: 'match-secret' },
      buttons: [{ label: 'Site', url: 'https://game.example/?token=a' }],
      instance: true,
      status_display_type: 2,
      supported_platforms: ['desktop'],
      created_at: 5,
      flags: 4096,
      session_id: 'x',
      unknown: { any: [] },
    };
    const { data, evt, nonce } = await client.request('SET_ACTIVITY', { pid: 4, activity });
    const shown = {
      ...PLAIN,
      ...{ details: 'Castle', details_url: 'https://game.example/castle', state: 'Round 3' },
      timestamps: { start: 1_700_000_000_000, end: 1_700_000_900_000 },
      assets: { large_image: 'https://game.example/a.png', large_text: 'Map', small_image: 'key' },
      party: { id: 'party-1', size: [2, 4] },
      buttons: ['Site'],
      ...{
        instance: true,
        flags: 1 | 2 | 4 | 64 | 128,
        status_display_type: 2,
        supported_platforms: ['desktop'],
      },
    };
    assert.deepEqual(newest(mock), shown);
    assert.deepEqual([evt, nonce], [null, 'i1']);
    const metadata = { button_urls: ['https://game.example/?token=a'] };
    assert.deepEqual(data, { ...shown, secrets: activity.secrets, metadata });
  }),
);

test(
  'null, empty texts and empty objects count as absent, and what clients omit is added',
  withIpc(async (mock, path) => {
    const client = await RawIpcClient.connect(path);
    const activity = {
      ...{ name: '', details: '', state: null, timestamps: {}, assets: { large_image: '' } },
      ...{ party: { id: '', size: null }, secrets: { join: '' }, buttons: [], instance: null, type: null },
    };
    assert.deepEqual((await client.request('SET_ACTIVITY', { pid: 1, activity })).data, PLAIN);
    const named = { name: 'Other', type: 3, timestamps: { start: 0, end: 99_999_999_999 } };
    const taken = await client.request('SET_ACTIVITY', { pid: 1, activity: named });
    assert.deepEqual(taken.data, {
      ...PLAIN,
      name: 'Other',
      type: 3,
      timestamps: { end: 99_999_999_999_000 },
    });
    for (const args of [{ pid: 1 }, { pid: 1, activity: null }, { pid: 0, activity: {} }]) {
      await client.request('SET_ACTIVITY', { pid: 1, activity: named });
      assert.equal((await client.request('SET_ACTIVITY', args)).data, null);
      assert.equal(newest(mock), null);
    }
  }),
);

test(
  'wrong values are refused with 4000, and the activity before stays',
  withIpc(async (mock, path) => {
    const client = await RawIpcClient.connect(path);
    await client.request('SET_ACTIVITY', { pid: 1, activity: { state: 'before' } });
    const wrong: readonly [object, RegExp][] = [
      [{ state: 'x' }, /args\.activity\.state: must have at least 2/],
      [{ details: '😀' }, /args\.activity\.details: must have at least 2/],
      [{ details: 'x'.repeat(129) }, /details/],
      [{ type: 1 }, /type/],
      [{ type: 4 }, /type/],
      [{ name: 'x'.repeat(129) }, /name/],
      [{ timestamps: { start: 'now' } }, /start/],
      [{ timestamps: { end: -1 } }, /end/],
      [{ party: { size: [1] } }, /size/],
      [{ party: { id: 'p', size: [1, 2], privacy: 2 } }, /privacy/],
      [{ secrets: { join: 'j' } }, /secrets\.join/],
      [{ buttons: [{ label: '', url: 'https://x' }] }, /label/],
      [{ buttons: [{}, {}, {}] }, /buttons/],
      [{ assets: { large_image: 'x'.repeat(314) } }, /large_image/],
      [{ instance: 'yes' }, /instance/],
    ];
    for (const [activity, message] of wrong) {
      const { data } = await client.request('SET_ACTIVITY', { pid: 1, activity });
      assert.equal(data?.code, 4000, JSON.stringify(activity));
      assert.match(String(data?.message), message);
    }
    for (const pid of [undefined, null, '4', -1, 1.5]) {
      const { data } = await client.request('SET_ACTIVITY', { pid, activity: { state: 'Menu' } });
      assert.deepEqual([data?.code, String(data?.message).slice(0, 8)], [4000, 'args.pid'], String(pid));
    }
    assert.deepEqual(newest(mock), { ...PLAIN, state: 'before' });
  }),
);

test(
  'the program that began last is shown, the one before it again when it ends, and nothing after the last',
  withIpc(async (mock, path) => {
    const [first, second] = [await RawIpcClient.connect(path), await RawIpcClient.connect(path)];
    const show = (client: RawIpcClient, state: string) =>
      client.request('SET_ACTIVITY', { pid: 1, activity: { state } });
    await show(first, 'one');
    await show(second, 'two');
    await show(first, 'changed');
    assert.deepEqual(newest(mock), { ...PLAIN, state: 'two' });
    assert.deepEqual(
      mock.server.activities.list().map(({ activity, isShown }) => [activity.state, isShown]),
      [
        ['two', true],
        ['changed', false],
      ],
    );
    second.socket.destroy();
    await eventually(() => (newest(mock) as { state?: string } | null)?.state === 'changed');
    first.write(OPCODES.CLOSE, {});
    await eventually(() => newest(mock) === null);
  }),
);

test(
  'over WebSocket the commands and events of IPC do not exist, before and after AUTHENTICATE',
  withIpc(async (mock, path) => {
    const [fresh, authenticated] = [await mock.connect(), await mock.authenticated(['rpc'])];
    const local = await RawIpcClient.connect(path);
    for (const cmd of ['SET_ACTIVITY', 'GET_USER']) {
      assert.equal((await fresh.request(cmd, { pid: 1 })).data?.code, 4006);
      assert.equal((await authenticated.request(cmd, { pid: 1 })).data?.code, 4002);
      assert.equal((await local.request(cmd, { pid: 1 })).evt, null);
    }
    assert.equal((await authenticated.request('SUBSCRIBE', {}, 'CURRENT_USER_UPDATE')).data?.code, 4004);
    assert.deepEqual(mock.client.shown, []);
  }),
);

test(
  'without AUTHENTICATE a program over IPC may do nothing else: 4006 for what exists, 4002 and 4004 for what does not',
  withIpc(async (mock, path) => {
    const client = await RawIpcClient.connect(path);
    const codeOf = async (...command: Parameters<RawIpcClient['request']>) =>
      (await client.request(...command)).data?.code;
    assert.equal(await codeOf('GET_GUILDS', {}), 4006);
    assert.equal(await codeOf('NO_SUCH_COMMAND'), 4002);
    assert.equal(await codeOf('SUBSCRIBE', { guild_id: '1' }, 'GUILD_STATUS'), 4006);
    assert.equal(await codeOf('SUBSCRIBE', {}, 'NO_SUCH_EVENT'), 4004);
    client.send({ cmd: 'SUBSCRIBE', evt: 'CURRENT_USER_UPDATE', nonce: 17 });
    const reply = await client.next(({ nonce }) => nonce === 17);
    assert.deepEqual([reply.data, reply.evt], [{ evt: 'CURRENT_USER_UPDATE' }, null]);
    await mock.client.signIn('other');
    const update = await client.next(({ evt }) => evt === 'CURRENT_USER_UPDATE');
    assert.deepEqual([update.data?.id, update.data?.username, update.nonce], ['1', 'ada', null]);
    const renamed = { id: '1', username: 'lovelace', discriminator: '0001', avatar: null };
    mock.client.dispatch('USER_UPDATE', renamed);
    const again = await client.next(({ evt }) => evt === 'CURRENT_USER_UPDATE');
    assert.deepEqual([again.data?.id, again.data?.username], ['1', 'lovelace']);
    assert.equal(
      (await client.request('UNSUBSCRIBE', undefined, 'CURRENT_USER_UPDATE')).data?.evt,
      'CURRENT_USER_UPDATE',
    );
  }),
);

test(
  'what games subscribe to when they connect is accepted, in one write with their activity, and without a request there is none to answer',
  withIpc(async (mock, path) => {
    const client = await RawIpcClient.connect(path);
    const events = ['ACTIVITY_JOIN', 'ACTIVITY_SPECTATE', 'ACTIVITY_JOIN_REQUEST', 'ACTIVITY_INVITE'];
    const frames = events.map((evt, index) =>
      ipcBytes(OPCODES.FRAME, { nonce: `${index}`, cmd: 'SUBSCRIBE', evt }),
    );
    const shown = { nonce: 'x', cmd: 'SET_ACTIVITY', args: { pid: 1, activity: { state: 'Menu' } } };
    client.socket.write(Buffer.concat([...frames, ipcBytes(OPCODES.FRAME, shown)]));
    for (const [index, evt] of events.entries()) {
      const reply = await client.next();
      assert.deepEqual([reply.nonce, reply.evt, reply.data], [`${index}`, null, { evt }]);
    }
    assert.equal((await client.next()).data?.state, 'Menu');
    assert.equal((await client.request('SEND_ACTIVITY_JOIN_INVITE', { user_id: '2' })).data?.code, 4010);
    for (const cmd of ['CLOSE_ACTIVITY_JOIN_REQUEST', 'CLOSE_ACTIVITY_REQUEST']) {
      const { data, evt } = await client.request(cmd, { user_id: '2' });
      assert.deepEqual([data, evt], [null, null]);
    }
    assert.equal(mock.client.shown.length, 1);
  }),
);

test(
  'GET_USER returns the person and no other user',
  withIpc(async (_mock, path) => {
    const client = await RawIpcClient.connect(path);
    assert.equal((await client.request('GET_USER', { id: '1' })).data?.username, 'ada');
    assert.equal((await client.request('GET_USER', { id: '2' })).data, null);
  }),
);

test(
  'a client id that the service does not know has the name of its program, and may only show an activity',
  withIpc(
    async (mock, path) => {
      mock.peerProcesses.process = '42';
      const client = await RawIpcClient.connect(path, '999');
      const { data } = await client.request('SET_ACTIVITY', { pid: 1, activity: { state: 'Menu' } });
      assert.deepEqual(data, { ...PLAIN, name: 'retroarch', application_id: '999', state: 'Menu' });
      for (const cmd of ['AUTHORIZE', 'AUTHENTICATE', 'GET_GUILDS', 'SET_CERTIFIED_DEVICES']) {
        assert.equal((await client.request(cmd, {})).data?.code, 4006, cmd);
      }
      const [session] = mock.server.sessions.list();
      assert.deepEqual(
        [session?.application, session?.registered, session?.transport],
        [{ id: '999', name: 'retroarch', icon: null }, false, 'ipc'],
      );
    },
    { describeProcess: async (pid) => ({ pid: Number(pid), name: 'retroarch', path: '/usr/bin/retroarch' }) },
  ),
);

test(
  'a program that tries a thousand client ids is refused, and others are not',
  withIpc(async (mock, path) => {
    mock.peerProcesses.process = '42';
    let asked = 0;
    const { application } = mock.client;
    mock.client.application = (id) => {
      asked += 1;
      return application.call(mock.client, id);
    };
    const codes = new Set<number>();
    for (let id = 1_000; id < 2_000; id += 50) {
      const clients = await Promise.all(Array.from({ length: 50 }, () => RawIpcClient.open(path)));
      for (const [index, client] of clients.entries()) {
        client.write(OPCODES.HANDSHAKE, { v: 1, client_id: String(id + index) });
      }
      const answers = clients.map((client) => client.take(({ opcode, json }) => [opcode, json] as const));
      for (const [opcode, json] of await Promise.all(answers)) {
        if (opcode === OPCODES.CLOSE) codes.add(JSON.parse(json).code);
      }
      for (const client of clients) client.socket.destroy();
    }
    assert.deepEqual([...codes], [4002]);
    assert.ok(asked < 100, `${asked} lookups`);
    mock.peerProcesses.process = '43';
    await RawIpcClient.connect(path, '5000');
  }),
);

test(
  'the person decides whether unknown programs may connect, and what is shown',
  withIpc(
    async (mock, path) => {
      const client = await RawIpcClient.open(path);
      client.write(OPCODES.HANDSHAKE, { v: 1, client_id: '999' });
      assert.deepEqual(await client.closed(), { code: 4000, message: 'Invalid Client ID' });
      const blocked = await RawIpcClient.connect(path);
      assert.equal(
        (await blocked.request('SET_ACTIVITY', { pid: 1, activity: { state: 'Menu' } })).evt,
        null,
      );
      assert.equal(newest(mock), null);
      assert.deepEqual(
        mock.server.activities.list().map(({ isBlocked, isShown }) => [isBlocked, isShown]),
        [[true, false]],
      );
    },
    {
      activityRules: {
        isShown: () => false,
        isUndecided: () => false,
        acceptsUnregistered: false,
        onChange: () => () => {},
      },
    },
  ),
);

test('a decision of the person takes effect at once', () => {
  let changed = () => {};
  let isAllowed = true;
  const activityRules: ActivityRules = {
    isShown: () => isAllowed,
    isUndecided: () => false,
    acceptsUnregistered: true,
    onChange(listener) {
      changed = listener;
      return () => {};
    },
  };
  return withIpc(
    async (mock, path) => {
      const client = await RawIpcClient.connect(path);
      await client.request('SET_ACTIVITY', { pid: 1, activity: { state: 'Menu' } });
      isAllowed = false;
      changed();
      assert.equal(newest(mock), null);
      isAllowed = true;
      changed();
      assert.deepEqual(newest(mock), { ...PLAIN, state: 'Menu' });
    },
    { activityRules },
  )();
});

test(
  'the inspector and others get no secrets of activities',
  withIpc(async (mock, path) => {
    const client = await RawIpcClient.connect(path);
    const texts: string[] = [];
    const [session] = mock.server.sessions.list();
    mock.server.sessions.inspect(session?.id ?? '', {
      frames: (frames) => texts.push(...frames.map(({ text }) => text)),
      closed: () => {},
    });
    const secrets = { join: 'join-secret', spectate: 'spectate-secret', match: 'match-secret' };
    await client.request('SET_ACTIVITY', { pid: 1, activity: { state: 'Menu', secrets } });
    await eventually(() => texts.length >= 2);
    assert.match(texts.join('\n'), /Menu/);
    assert.doesNotMatch(texts.join('\n'), /-secret/);
    assert.doesNotMatch(JSON.stringify(mock.client.shown), /-secret/);
  }),
);

test(
  'AUTHORIZE over IPC asks the person with the process, also if the application was allowed before',
  withIpc(async (mock, path) => {
    mock.peerProcesses.process = '42';
    const client = await RawIpcClient.connect(path);
    const authorized = client.request('AUTHORIZE', { client_id: '100', scopes: ['rpc'] });
    const [asked] = await eventually(() => (mock.asked.length > 0 ? mock.asked : undefined));
    assert.deepEqual(
      [asked?.request.isLocal, asked?.request.peer, asked?.request.origin],
      [true, '42', null],
    );
    asked?.answer(true);
    assert.equal((await authorized).data?.code, 'code-1');
  }),
);
