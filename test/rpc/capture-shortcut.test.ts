import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../helpers/eventually.js';
import { APPLICATION, withMockRpc } from '../helpers/mock-rpc.js';
import type { Frame } from '../helpers/rpc-client.js';

const isChange = (frame: Frame) => frame.evt === 'CAPTURE_SHORTCUT_CHANGE';
const names = (frame: Frame) => ((frame.data?.shortcut ?? []) as { name: string }[]).map(({ name }) => name);

test(
  'CAPTURE_SHORTCUT_CHANGE reports each press; START answers when the combination is released, STOP with null',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    mock.hardware.keys.press('a');
    client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' });
    await eventually(() => mock.hardware.keys.listening);
    mock.hardware.keys.press('ctrl', 'i');
    assert.deepEqual(names(await client.next(isChange)), ['ctrl']);
    const change = await client.next(isChange);
    assert.deepEqual(change, {
      cmd: 'DISPATCH',
      data: {
        shortcut: [
          { type: 2, code: 0xe0, name: 'ctrl' },
          { type: 0, code: 12, name: 'i' },
        ],
      },
      evt: 'CAPTURE_SHORTCUT_CHANGE',
      nonce: null,
    });
    mock.hardware.keys.release('i', 'ctrl');
    const reply = await client.next((frame) => frame.nonce === 'start');
    assert.deepEqual(reply.data, change.data);
    // Changes continue after the reply, until STOP.
    mock.hardware.keys.press('x');
    assert.deepEqual(names(await client.next(isChange)), ['x']);
    assert.equal((await client.request('CAPTURE_SHORTCUT', { action: 'STOP' })).data, null);
    assert.equal(mock.hardware.keys.listening, false);
    await client.close();
  }),
);

test(
  'STOP answers a START that captured nothing with an empty shortcut, before its own null',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' });
    client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'STOP' }, nonce: 'stop' });
    const replies = [await client.next(), await client.next()];
    assert.deepEqual(
      replies.map(({ nonce, data }) => ({ nonce, data })),
      [
        { nonce: 'start', data: { shortcut: [] } },
        { nonce: 'stop', data: null },
      ],
    );
    await client.close();
  }),
);

test(
  'a second START is refused with 5004, also from another application; only the first one receives keys',
  withMockRpc(async (mock) => {
    const [first, second] = [await mock.authenticated(), await mock.authenticated()];
    await second.request('SUBSCRIBE', {}, 'CAPTURE_SHORTCUT_CHANGE');
    first.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' });
    await eventually(() => mock.hardware.keys.listening);
    for (const client of [first, second]) {
      assert.equal((await client.request('CAPTURE_SHORTCUT', { action: 'START' })).data?.code, 5004);
    }
    // A STOP from somebody else ends nothing.
    assert.equal((await second.request('CAPTURE_SHORTCUT', { action: 'STOP' })).data, null);
    mock.hardware.keys.press('a');
    assert.deepEqual(names(await first.next(isChange)), ['a']);
    await second.request('GET_GUILDS');
    assert.deepEqual(second.frames, []);
    await Promise.all([first.close(), second.close()]);
  }),
);

test(
  'disconnecting ends the capture, and the next application can start one',
  withMockRpc(async (mock) => {
    const gone = await mock.authenticated();
    gone.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' });
    await eventually(() => mock.hardware.keys.listening);
    await gone.close();
    await eventually(() => !mock.hardware.keys.listening);
    const client = await mock.authenticated();
    client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' });
    await eventually(() => mock.hardware.keys.listening);
    mock.hardware.keys.press('b');
    assert.deepEqual(names(await client.next(isChange)), ['b']);
    await client.close();
  }),
);

test(
  'START without a working input driver is refused with the reason, and the next one is tried again',
  withMockRpc(async (mock) => {
    mock.hardware.setUnavailable('keyboard-mouse', 'no DISPLAY');
    const client = await mock.authenticated();
    for (let round = 0; round < 2; round += 1) {
      assert.deepEqual((await client.request('CAPTURE_SHORTCUT', { action: 'START' })).data, {
        code: 1000,
        message: 'Shortcuts cannot be captured on this machine: no DISPLAY',
      });
    }
    await client.close();
  }),
);

test(
  'an action that is neither START nor STOP is refused with 4000',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    for (const args of [{ action: 'PAUSE' }, {}, { action: null }]) {
      assert.equal((await client.request('CAPTURE_SHORTCUT', args)).data?.code, 4000);
    }
    await client.close();
  }),
);

test(
  'START pipelined behind STOP starts the next capture',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    const send = (action: string, nonce: string) =>
      client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action }, nonce });
    send('START', 'first');
    await eventually(() => mock.hardware.keys.listening);
    send('STOP', 'stop');
    send('START', 'second');
    assert.deepEqual((await client.next(({ nonce }) => nonce === 'first')).data, { shortcut: [] });
    assert.equal((await client.next(({ nonce }) => nonce === 'stop')).data, null);
    await eventually(() => mock.hardware.keys.listening);
    mock.hardware.keys.press('b');
    mock.hardware.keys.release('b');
    const second = await client.next(({ nonce }) => nonce === 'second');
    assert.deepEqual(names(second), ['b']);
    await client.close();
  }),
);

test(
  'a second connection of the application gets the keys if it is subscribed and may record keys',
  withMockRpc(async (mock) => {
    const [first, second] = [await mock.authenticated(), await mock.authenticated()];
    await second.request('SUBSCRIBE', {}, 'CAPTURE_SHORTCUT_CHANGE');
    first.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' });
    await eventually(() => mock.hardware.keys.listening);
    const press = async () => {
      mock.hardware.keys.press('a');
      mock.hardware.keys.release('a');
      assert.deepEqual(names(await first.next(isChange)), ['a']);
      await second.request('GET_GUILDS');
      return second.frames.splice(0).filter(isChange).map(names);
    };
    // The person allowed it on the first connection only.
    assert.deepEqual(await press(), []);
    mock.rememberedKeyCaptures.add('100');
    assert.deepEqual(await press(), [['a']]);
    await second.request('AUTHENTICATE', { access_token: mock.grant(['identify']) });
    mock.hardware.keys.press('c');
    await first.next(isChange);
    mock.hardware.keys.release('c');
    await second.request('AUTHENTICATE', { access_token: mock.grant(['rpc']) });
    assert.deepEqual(second.frames.filter(isChange), []);
    await second.request('UNSUBSCRIBE', {}, 'CAPTURE_SHORTCUT_CHANGE');
    assert.deepEqual(await press(), []);
    await Promise.all([first.close(), second.close()]);
  }),
);

test(
  'subscribers of another application get no keys, whatever they are allowed',
  withMockRpc(async (mock) => {
    mock.client.applications.set('101', { ...APPLICATION, id: '101', name: 'Other' });
    const first = await mock.authenticated();
    const other = await mock.connect({ clientId: '101' });
    const access_token = mock.grant(['rpc'], { token: 'other', applicationId: '101' });
    await other.request('AUTHENTICATE', { access_token });
    mock.rememberedKeyCaptures.add('100').add('101');
    await other.request('SUBSCRIBE', {}, 'CAPTURE_SHORTCUT_CHANGE');
    first.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' });
    await eventually(() => mock.hardware.keys.listening);
    mock.hardware.keys.press('a');
    assert.deepEqual(names(await first.next(isChange)), ['a']);
    await other.request('GET_GUILDS');
    assert.deepEqual(other.frames, []);
    await Promise.all([first.close(), other.close()]);
  }),
);

test(
  'UNSUBSCRIBE stops the keys of a connection that captures, and SUBSCRIBE brings them back',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' });
    await eventually(() => mock.hardware.keys.listening);
    await client.request('UNSUBSCRIBE', {}, 'CAPTURE_SHORTCUT_CHANGE');
    mock.hardware.keys.press('a');
    await client.request('GET_GUILDS');
    assert.deepEqual(client.frames, []);
    await client.request('SUBSCRIBE', {}, 'CAPTURE_SHORTCUT_CHANGE');
    mock.hardware.keys.press('b');
    assert.deepEqual(names(await client.next(isChange)), ['a', 'b']);
    await client.close();
  }),
);
