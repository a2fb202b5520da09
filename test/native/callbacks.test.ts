import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { BED_PROGRAMS, InputBed, KEYBOARD_KEYS } from '../hardware/support/input-bed.js';
import { XPAD } from '../hardware/support/pads.js';
import { realTest } from '../hardware/support/programs.js';
import { SoundServer } from '../hardware/support/sound-server.js';
import { runScript, type ScriptEnd } from './support/run-script.js';

/** Keeps a script alive until it is ended from within. */
const WAIT = 'setInterval(() => {}, 1000);';

function assertUncaught({ code, stderr }: ScriptEnd): void {
  assert.equal(code, 1, stderr);
  assert.match(stderr, /RangeError: thrown by a callback/);
}

describe('an exception of a callback ends the process as uncaught', () => {
  realTest(['pulseaudio', 'pactl'], 'thrown by that of AudioEndpointWatcher', async () => {
    const sound = await SoundServer.create();
    try {
      await sound.start();
      const script = `
        new addon.audioEndpoints.Watcher(() => {
          throw new RangeError('thrown by a callback');
        });
        ${WAIT}
      `;
      assertUncaught(await runScript(script, { environment: sound.environment }));
    } finally {
      await sound.remove();
    }
  });

  realTest(BED_PROGRAMS, 'thrown by those of KeyListener and GamepadListener', async () => {
    const bed = await InputBed.make(XPAD);
    try {
      const keyboard = bed.plug('Keyboard', KEYBOARD_KEYS);
      const pad = bed.plugPad(XPAD);
      const listeners = [
        'new addon.evdev.KeyListener(fail, () => {});',
        `new addon.gamepads.Listener(new addon.gamepads.Mappings(''), fail);`,
      ];
      for (const listener of listeners) {
        const script = `
          const fail = () => {
            throw new RangeError('thrown by a callback');
          };
          ${listener}
          ${WAIT}
          console.log('listening');
        `;
        const end = await runScript(script, {
          environment: { ...process.env, ...bed.environment },
          onFirstOutput: () => {
            keyboard.press(30);
            pad.press(0x130);
          },
        });
        assertUncaught(end);
        keyboard.release(30);
        pad.release(0x130);
      }
    } finally {
      await bed[Symbol.asyncDispose]();
    }
  });
});
