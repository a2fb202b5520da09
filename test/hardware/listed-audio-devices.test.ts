import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ListedAudioDevices } from '#guildhall/hardware/audio/endpoints/listed-audio-devices.js';
import type { AudioEndpoint, CallListener, CallSettings } from '#guildhall/hardware/hardware.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { MockCall } from '../mocks/mock-call.js';

/** A source whose answers come when the test gives them. */
class SlowSource {
  readonly asked: ((endpoints: AudioEndpoint[]) => void)[] = [];
  changed: () => void = () => {};

  endpoints(): Promise<AudioEndpoint[]> {
    return new Promise((resolve) => this.asked.push(resolve));
  }

  watch(listener: () => void): () => void {
    this.changed = listener;
    return () => {};
  }

  listen(): () => void {
    return () => {};
  }

  call(settings: CallSettings, listener: CallListener): MockCall {
    return new MockCall(settings, listener);
  }
}

test('concurrent requests share one answer; a request after a change gets a new one', async () => {
  const source = new SlowSource();
  const audio = new ListedAudioDevices(source, silentLogger);
  audio.watch(() => {});
  const mic: AudioEndpoint = {
    id: 'mic',
    name: 'mic',
    direction: 'input',
    is_default: true,
    container: null,
  };
  const before = [audio.endpoints(), audio.endpoints()];
  assert.equal(source.asked.length, 1);
  source.changed();
  const after = [audio.endpoints(), audio.endpoints()];
  assert.equal(source.asked.length, 2);
  source.asked[0]?.([]);
  assert.deepEqual(await Promise.all(before), [[], []]);
  // The older answer takes nothing away from those who still wait for the newer one.
  after.push(audio.endpoints());
  assert.equal(source.asked.length, 2);
  source.asked[1]?.([mic]);
  assert.deepEqual(await Promise.all(after), [[mic], [mic], [mic]]);
  const later = audio.endpoints();
  assert.equal(source.asked.length, 3);
  source.asked[2]?.([]);
  assert.deepEqual(await later, []);
});
