import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '#guildhall/client/service-error.js';
import type { VoiceSettings } from '#guildhall/protocol/rpc/voice-settings.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { APPLICATION, type MockRpc, withMockRpc } from '../helpers/mock-rpc.js';

const LINK = { name: 'Acme', url: 'https://acme.example' };
const MUTED_MICROPHONE = {
  type: 'audioinput',
  id: 'mic',
  vendor: LINK,
  model: LINK,
  related: [],
  hardware_mute: true,
  echo_cancellation: true,
};
const NOT_APPROVED = {
  code: 4006,
  message: 'This application is not approved, and the user is not one of its testers',
};

async function post({ port }: MockRpc, devices: object[] = [MUTED_MICROPHONE]) {
  const body = JSON.stringify({ cmd: 'SET_CERTIFIED_DEVICES', args: { devices }, nonce: '1' });
  const url = `http://127.0.0.1:${port}/rpc?v=1&client_id=${APPLICATION.id}`;
  const response = await fetch(url, { method: 'POST', body });
  const reply = (await response.json()) as { data: { code: number } | null };
  return { status: response.status, data: reply.data };
}

/** The person's settings as an application with a connection reads them. */
async function settings(mock: MockRpc): Promise<VoiceSettings> {
  const client = await mock.authenticated();
  const { data } = await client.request('GET_VOICE_SETTINGS');
  await client.close();
  return data as unknown as VoiceSettings;
}

function plugMicrophone(mock: MockRpc): void {
  mock.hardware.sound.plug({ id: 'mic', name: 'mic', direction: 'input', is_default: false });
}

async function isCertified(mock: MockRpc): Promise<boolean | undefined> {
  return (await mock.hardware.devices()).audio_inputs[0]?.certified;
}

test(
  'an application that is not approved cannot report devices by POST /rpc, so it cannot mute the person',
  withMockRpc(async (mock) => {
    plugMicrophone(mock);
    const before = await settings(mock);
    mock.client.accesses.set(APPLICATION.id, 'none');
    assert.deepEqual(await post(mock), { status: 200, data: NOT_APPROVED });
    assert.equal(await isCertified(mock), false);
    assert.deepEqual(await settings(mock), before);
  }),
);

test(
  'a report by POST /rpc to a tester of the application certifies devices without changing settings',
  withMockRpc(async (mock) => {
    plugMicrophone(mock);
    const before = await settings(mock);
    mock.client.accesses.set(APPLICATION.id, 'tester');
    assert.equal((await post(mock)).data, null);
    assert.equal(await isCertified(mock), true);
    assert.deepEqual(await settings(mock), before);
    assert.deepEqual(mock.client.flags, []);
  }),
);

test(
  'a report by POST /rpc of an approved application overrides voice settings',
  withMockRpc(async (mock) => {
    plugMicrophone(mock);
    assert.equal((await post(mock)).data, null);
    const { echo_cancellation, input, mute } = await settings(mock);
    assert.deepEqual([input.device_id, mute, echo_cancellation], ['mic', true, false]);
  }),
);

const clock = new ManualClock();
test(
  'the service is asked about an application once in five seconds, and failures are not cached',
  withMockRpc(
    async (mock) => {
      let questions = 0;
      let fails = true;
      mock.client.applicationAccess = async () => {
        questions += 1;
        if (fails) throw new ServiceError('away', 0);
        return questions > 2 ? 'none' : 'approved';
      };
      assert.equal((await post(mock, [])).status, 500);
      fails = false;
      for (let count = 0; count < 5; count += 1) assert.equal((await post(mock, [])).data, null);
      assert.equal(questions, 2);
      await clock.advance(5_000);
      assert.deepEqual((await post(mock, [])).data, NOT_APPROVED);
      assert.equal(questions, 3);
    },
    { clock },
  ),
);
