import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { eventually } from '../helpers/eventually.js';
import { MockedHid, type MockedHidDevice } from './support/mocked-hid.js';
import { realTest } from './support/programs.js';

/** Report 8 of a telephony headset: hook switch, phone mute, and six bits of padding. */
const TELEPHONY = '050B0905A1018508150025010920092F75019502810295068103C0';
const HEADSET: MockedHidDevice = {
  name: 'Acme Headset',
  number: '046d:0a38',
  serial: 'S1',
  descriptor: TELEPHONY,
};
const KNOB: MockedHidDevice = {
  name: 'Knob',
  number: '1209:0001',
  descriptor: '050C0901A101150025017501950109E98102C0',
};

describe('HID devices', () => {
  realTest(['umockdev-run'], 'are listed, and told of when they come and go; their ids stay', () =>
    MockedHid.with([HEADSET, KNOB], async (mocked) => {
      await mocked.until(['Acme Headset', 'Knob']);
      const [headset, knob] = mocked.devices;
      assert.notEqual(headset?.id, knob?.id);
      await mocked.unplug(0);
      await mocked.until(['Knob']);
      await mocked.unplug(1);
      await mocked.until([]);
      await mocked.plug(1);
      await mocked.until(['Knob']);
      assert.equal(mocked.devices[0]?.id, knob?.id);
      await mocked.plug(0);
      await eventually(() => mocked.devices.some(({ id }) => id === headset?.id));
    }),
  );

  realTest(['umockdev-run'], 'tell the press of a mute button', () =>
    MockedHid.with([KNOB, { ...HEADSET, reports: [[50, [8, 2]]] }], async (mocked) => {
      await eventually(() => mocked.heard.some(({ pressed }) => pressed !== undefined));
      await mocked.until(['Knob', 'Acme Headset']);
      assert.deepEqual(
        mocked.heard.filter(({ pressed }) => pressed !== undefined),
        [{ pressed: mocked.devices[1]?.id }],
      );
    }),
  );

  realTest(
    ['umockdev-run'],
    'tell the press of a mute button of a device that was plugged in while they were heard',
    () =>
      MockedHid.with(
        [{ ...HEADSET, reports: [[50, [8, 2]]] }],
        async (mocked) => {
          await mocked.unplug(0);
          await mocked.until([]);
          await mocked.plug(0);
          await eventually(() => mocked.heard.some(({ pressed }) => pressed !== undefined));
        },
        'late',
      ),
  );
});
