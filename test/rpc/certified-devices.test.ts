import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AudioEndpoint } from '#guildhall/hardware/hardware.js';
import type { CertifiedDevice } from '#guildhall/protocol/rpc/certified-device.js';
import type { VoiceSettings } from '#guildhall/protocol/rpc/voice-settings.js';
import { setCertifiedDevices } from '#guildhall/rpc/commands/set-certified-devices.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { APPLICATION, type MockRpc, withMockRpc } from '../helpers/mock-rpc.js';
import type { Frame, RawRpcClient } from '../helpers/rpc-client.js';
import { limited } from './limited.js';

const LINK = { name: 'Acme', url: 'https://acme.example' };
const isUpdate = (frame: Frame) => frame.cmd === 'DISPATCH' && frame.evt === 'VOICE_SETTINGS_UPDATE';

function certified(id: string, fields: Partial<CertifiedDevice> = {}): CertifiedDevice {
  return { type: 'audioinput', id, vendor: LINK, model: LINK, related: [], ...fields };
}

function plug(mock: MockRpc, id: string, more: Partial<AudioEndpoint> = {}): void {
  mock.hardware.sound.plug({ id, name: id, direction: 'input', is_default: false, ...more });
}

/** A connection of a hardware vendor's application. */
async function vendorTool(mock: MockRpc): Promise<RawRpcClient> {
  mock.client.applications.set('300', { ...APPLICATION, id: '300', name: 'Acme Tool' });
  const client = await mock.connect({ clientId: '300' });
  const token = mock.grant(['rpc'], { token: 'vendor', applicationId: '300' });
  assert.equal((await client.request('AUTHENTICATE', { access_token: token })).evt, null);
  return client;
}

async function report(tool: RawRpcClient, ...devices: CertifiedDevice[]): Promise<void> {
  assert.equal((await tool.request('SET_CERTIFIED_DEVICES', { devices })).evt, null);
}

async function settingsOf(client: RawRpcClient): Promise<VoiceSettings> {
  return (await client.request('GET_VOICE_SETTINGS')).data as unknown as VoiceSettings;
}

async function nextUpdate(client: RawRpcClient): Promise<VoiceSettings> {
  return (await client.next(isUpdate)).data as unknown as VoiceSettings;
}

/** A client that receives changes of the settings from now on. */
async function listener(mock: MockRpc): Promise<RawRpcClient> {
  const client = await mock.authenticated();
  await client.request('SUBSCRIBE', {}, 'VOICE_SETTINGS_UPDATE');
  await settingsOf(client);
  return client;
}

test(
  'as many certified devices as documented fit a frame with all their fields, and more are refused with the nonce',
  withMockRpc(async (mock) => {
    const tool = await vendorTool(mock);
    const { properties } = Object(setCertifiedDevices.args) as {
      properties: { devices: { maxItems: number } };
    };
    const most = properties.devices.maxItems;
    const fields = {
      ...{ echo_cancellation: true, noise_suppression: true },
      ...{ automatic_gain_control: true, hardware_mute: true, related: ['a', 'b', 'c', 'd'] },
    };
    const devices = Array.from({ length: most + 1 }, (_, index) => certified(`mic ${index}`, fields));
    const cmd = 'SET_CERTIFIED_DEVICES';
    tool.send({ cmd, nonce: 'most', args: { devices: devices.slice(1) } });
    assert.deepEqual(await tool.next(), { cmd, nonce: 'most', data: null, evt: null });
    tool.send({ cmd, nonce: 'more', args: { devices } });
    const { data, nonce } = await tool.next();
    assert.deepEqual([data?.code, nonce], [4000, 'more']);
  }),
);

test(
  'a certified input overrides voice settings while it is reported and plugged in',
  withMockRpc(async (mock) => {
    const [client, tool] = [await listener(mock), await vendorTool(mock)];
    const before = await settingsOf(client);
    await report(tool, certified('mic', { echo_cancellation: true, hardware_mute: true }));
    plug(mock, 'mic');
    const taken = await nextUpdate(client);
    assert.deepEqual(taken, {
      ...before,
      input: {
        ...before.input,
        device_id: 'mic',
        available_devices: [...before.input.available_devices, { id: 'mic', name: 'mic' }],
      },
      echo_cancellation: false,
      mute: true,
    });
    assert.deepEqual(await settingsOf(client), taken);
    // Others in the channel see that the person is muted.
    assert.deepEqual(mock.client.flags.at(-1), { selfMute: true, selfDeaf: false });
    mock.hardware.sound.unplug('mic');
    assert.deepEqual(await nextUpdate(client), before);
    assert.deepEqual(mock.client.flags.at(-1), { selfMute: false, selfDeaf: false });

    plug(mock, 'mic');
    assert.deepEqual(await nextUpdate(client), taken);
    await tool.close();
    const after = await nextUpdate(client);
    assert.deepEqual(after, { ...before, input: { ...taken.input, device_id: 'default' } });
    await client.close();
  }),
);

test(
  'changing another setting does not store what a device overrides',
  withMockRpc(async (mock) => {
    const [client, tool] = [await mock.authenticated(), await vendorTool(mock)];
    plug(mock, 'mic');
    const before = await settingsOf(client);
    const flags = {
      echo_cancellation: true,
      noise_suppression: true,
      automatic_gain_control: true,
      hardware_mute: true,
    };
    await report(tool, certified('mic', flags));
    const { data } = await client.request('SET_VOICE_SETTINGS', { input: { volume: 12 }, qos: false });
    const replied = data as unknown as VoiceSettings;
    assert.deepEqual(
      [
        replied.input.device_id,
        replied.echo_cancellation,
        replied.noise_suppression,
        replied.automatic_gain_control,
        replied.mute,
      ],
      ['mic', false, false, false, true],
    );
    await report(tool);
    assert.deepEqual(await settingsOf(client), {
      ...before,
      qos: false,
      input: { ...before.input, volume: 12 },
    });
    await Promise.all([client.close(), tool.close()]);
  }),
);

test(
  'a selected device stays until the application that selected it disconnects',
  withMockRpc(async (mock) => {
    const [client, tool] = [await mock.authenticated(), await vendorTool(mock)];
    plug(mock, 'mic');
    plug(mock, 'other');
    await client.request('SET_VOICE_SETTINGS', { input: { device_id: 'other' } });
    await report(tool, certified('mic', { echo_cancellation: true }));
    const chosen = await settingsOf(client);
    assert.deepEqual([chosen.input.device_id, chosen.echo_cancellation], ['other', true]);
    await client.close();
    await eventually(async () => (await settingsOf(tool)).input.device_id === 'mic');
    assert.equal((await settingsOf(tool)).echo_cancellation, false);
    await tool.close();
  }),
);

test(
  'VOICE_SETTINGS_UPDATE is sent once per change, and not without one',
  withMockRpc(async (mock) => {
    const [client, tool] = [await listener(mock), await vendorTool(mock)];
    await report(tool, certified('far away', { echo_cancellation: true }));
    await report(tool, certified('far away'), certified('mic', { echo_cancellation: true }));
    plug(mock, 'mic');
    await nextUpdate(client);
    await report(tool, certified('mic', { echo_cancellation: true }));
    mock.hardware.sound.unplug('nothing');
    await settingsOf(client);
    await report(tool, certified('mic', { noise_suppression: true }));
    const { echo_cancellation, noise_suppression } = await nextUpdate(client);
    assert.deepEqual([echo_cancellation, noise_suppression], [true, false]);
    await Promise.all([client.close(), tool.close()]);
  }),
);

test(
  'VOICE_SETTINGS_UPDATE is not sent for a request that changes nothing',
  withMockRpc(async (mock) => {
    const [client, tool] = [await listener(mock), await mock.authenticated()];
    for (const args of [{ mute: true }, { mute: true }, {}, { mute: false }, { deaf: false }, { deaf: true }])
      await tool.request('SET_VOICE_SETTINGS', args);
    const flags = [await nextUpdate(client), await nextUpdate(client), await nextUpdate(client)];
    assert.deepEqual(
      flags.map(({ deaf, mute }) => [deaf, mute]),
      [
        [false, true],
        [false, false],
        [true, false],
      ],
    );
    await Promise.all([client.close(), tool.close()]);
  }),
);

test(
  'devices are watched while somebody is subscribed, or while a certified input may mute the person',
  withMockRpc(async (mock) => {
    const { sound } = mock.hardware;
    const [client, tool] = [await mock.authenticated(), await vendorTool(mock)];
    plug(mock, 'mic');
    assert.equal(sound.watchers, 0);
    await client.request('SUBSCRIBE', {}, 'VOICE_SETTINGS_UPDATE');
    await client.request('SUBSCRIBE', {}, 'VOICE_SETTINGS_UPDATE');
    await tool.request('SUBSCRIBE', {}, 'VOICE_SETTINGS_UPDATE');
    assert.equal(sound.watchers, 1);
    await client.request('UNSUBSCRIBE', {}, 'VOICE_SETTINGS_UPDATE');
    await client.request('UNSUBSCRIBE', {}, 'VOICE_SETTINGS_UPDATE');
    assert.equal(sound.watchers, 1);
    await tool.request('UNSUBSCRIBE', {}, 'VOICE_SETTINGS_UPDATE');
    assert.equal(sound.watchers, 0);
    await client.request('SUBSCRIBE', {}, 'VOICE_SETTINGS_UPDATE');
    await client.close();
    await eventually(() => sound.watchers === 0);

    await report(tool, certified('mic', { echo_cancellation: true }));
    assert.equal(sound.watchers, 0);
    await report(tool, certified('mic', { hardware_mute: true }));
    assert.equal(sound.watchers, 1);
    await eventually(() => mock.client.flags.at(-1)?.selfMute === true);
    await tool.close();
    await eventually(() => sound.watchers === 0);
    await eventually(() => mock.client.flags.at(-1)?.selfMute === false);
  }),
);

/** A microphone in use whose vendor says that it is not muted, with its buttons. */
async function headset(mock: MockRpc, client: RawRpcClient, tool: RawRpcClient) {
  await report(tool, certified('mic', { hardware_mute: false, related: ['buttons'] }));
  plug(mock, 'mic', { container: 'usb:1' });
  await nextUpdate(client);
  await eventually(() => mock.hardware.muteButtons.watchers === 1);
  const press = (id = 'x', container: string | null = 'usb:1') =>
    mock.hardware.muteButtons.press({ id, container });
  const pressed = async () => {
    press();
    return (await nextUpdate(client)).mute;
  };
  return { press, pressed };
}

test(
  'the mute button of a certified input in use mutes and unmutes the person; other devices’ buttons do not',
  withMockRpc(async (mock) => {
    const [client, tool] = [await listener(mock), await vendorTool(mock)];
    const { press, pressed } = await headset(mock, client, tool);
    assert.deepEqual([await pressed(), await pressed(), await pressed()], [true, false, true]);
    assert.deepEqual(mock.client.flags.at(-1), { selfMute: true, selfDeaf: false });
    press('x', 'usb:2');
    press('x', null);
    await settingsOf(client);
    // Where the system does not tell what belongs together, the vendor does.
    press('BUTTONS', null);
    assert.equal((await nextUpdate(client)).mute, false);
    // Two presses in one moment are two.
    press();
    press();
    assert.equal((await settingsOf(client)).mute, false);
    assert.equal(await pressed(), true);
    await Promise.all([client.close(), tool.close()]);
  }),
);

test(
  'the effect of the button lasts until mute is set, the vendor reports another state, or the device is unplugged',
  withMockRpc(async (mock) => {
    const [client, tool] = [await listener(mock), await vendorTool(mock)];
    const { pressed } = await headset(mock, client, tool);
    assert.equal(await pressed(), true);
    const set = async (args: object) => (await client.request('SET_VOICE_SETTINGS', args)).data?.mute;
    assert.equal(await set({ qos: false }), true);
    await nextUpdate(client);
    assert.equal(await set({ mute: false }), false);
    await nextUpdate(client);
    assert.equal(await set({ mute: true }), true);
    await nextUpdate(client);
    assert.equal(await pressed(), false);
    // The application's own setting is what it was.
    mock.hardware.sound.unplug('mic');
    assert.equal((await nextUpdate(client)).mute, true);
    assert.equal(mock.hardware.muteButtons.watchers, 0);
    plug(mock, 'mic', { container: 'usb:1' });
    assert.equal((await nextUpdate(client)).mute, true);
    await set({ mute: false });
    await nextUpdate(client);
    assert.equal(await pressed(), true);
    assert.equal(await pressed(), false);
    await report(tool, certified('mic', { hardware_mute: true }));
    assert.equal((await nextUpdate(client)).mute, true);
    await Promise.all([client.close(), tool.close()]);
  }),
);

test(
  'mute buttons are read only while the current input may mute the person',
  withMockRpc(async (mock) => {
    const { muteButtons } = mock.hardware;
    const [client, tool] = [await listener(mock), await vendorTool(mock)];
    plug(mock, 'other');
    plug(mock, 'mic', { container: 'usb:1' });
    await nextUpdate(client);
    await report(tool, certified('mic', { echo_cancellation: true }));
    await nextUpdate(client);
    assert.equal(muteButtons.watchers, 0);
    await report(tool, certified('mic', { echo_cancellation: true, hardware_mute: false }));
    await eventually(() => muteButtons.watchers === 1);
    await client.request('SET_VOICE_SETTINGS', { input: { device_id: 'other' } });
    assert.equal(muteButtons.watchers, 0);
    await client.request('SET_VOICE_SETTINGS', { input: { device_id: 'mic' } });
    assert.equal(muteButtons.watchers, 1);
    // Others see that the person is muted also while no application wants to know.
    await client.close();
    await eventually(() => mock.hardware.sound.watchers === 1);
    assert.equal(muteButtons.watchers, 1);
    muteButtons.press({ id: 'x', container: 'usb:1' });
    await eventually(() => mock.client.flags.at(-1)?.selfMute === true);
    await tool.close();
    await eventually(() => muteButtons.watchers === 0);
  }),
);

test(
  'a report is refused with 4000 while the reports of its application are too long together',
  limited({ deviceReportBytes: 400 }, async (mock) => {
    const [tool, other] = [await vendorTool(mock), await vendorTool(mock)];
    const client = await mock.authenticated();
    plug(mock, 'mic');
    await report(tool, certified('far away'), certified('mic'));
    const refused = await other.request('SET_CERTIFIED_DEVICES', { devices: [certified('mic')] });
    const message = 'No more than 400 bytes of certified devices of one application';
    assert.deepEqual(refused.data, { code: 4000, message });
    assert.equal((await settingsOf(client)).input.device_id, 'mic');
    await report(client, certified('mic'));
    await tool.close();
    await eventually(async () => {
      const { evt } = await other.request('SET_CERTIFIED_DEVICES', { devices: [certified('mic')] });
      return evt === null;
    });
    await Promise.all([client.close(), other.close()]);
  }),
);

const clock = new ManualClock();
test(
  'a report by POST /rpc expires when it is not sent again in time',
  withMockRpc(
    async (mock) => {
      const post = async (id: string) => {
        const body = JSON.stringify({
          cmd: 'SET_CERTIFIED_DEVICES',
          args: { devices: [certified(id)] },
          nonce: '1',
        });
        const url = `http://127.0.0.1:${mock.port}/rpc?v=1&client_id=100`;
        assert.equal((await fetch(url, { method: 'POST', body })).status, 200);
      };
      const reported = () =>
        ['mic', 'other'].filter((id) => mock.hardware.certifiedDevices.all.find('audioinput', id) !== null);
      await post('mic');
      await clock.advance(59_999);
      await post('other');
      await clock.advance(59_999);
      assert.deepEqual(reported(), ['other']);
      await clock.advance(1);
      assert.deepEqual(reported(), []);
    },
    { clock, limits: { deviceReportSeconds: 60 } },
  ),
);
