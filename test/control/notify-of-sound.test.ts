import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withControl } from './control-harness.js';

test(
  'a silent or absent microphone is notified of while it is, and a lost device by its name',
  withControl(async ({ notifier, sound }) => {
    sound.emit('microphoneSilent', { isSilent: true });
    assert.equal(notifier.shown.get('silent microphone')?.title, 'Your microphone is silent');
    sound.emit('microphoneSilent', { isSilent: false });
    sound.emit('deviceAbsent', { direction: 'input', isAbsent: true });
    assert.equal(notifier.shown.get('absent input')?.title, 'No microphone is connected');
    sound.emit('deviceAbsent', { direction: 'input', isAbsent: false });
    sound.emit('deviceLost', { direction: 'input', name: 'Headset' });
    assert.deepEqual(
      [...notifier.shown.values()].map(({ title }) => title),
      ['Headset is no longer connected'],
    );
  }),
);
