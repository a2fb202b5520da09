import type { DesktopNotifier } from '../platform/desktop-notification/desktop-notifier.js';
import { combineUnsubscribes, type Unsubscribe } from '../platform/events.js';
import type { Sound } from '../voice/sound/sound.js';

/** The ids of the notifications. */
const SILENT = 'silent microphone';
const LOST = { input: 'lost input', output: 'lost output' } as const;

/** Shows desktop notifications about the devices of the person's voice channel (docs/voice.md, Sound). */
export function notifyOfSound(sound: Sound, notifier: DesktopNotifier): Unsubscribe {
  return combineUnsubscribes([
    sound.on('microphoneSilent', ({ isSilent }) => {
      if (!isSilent) {
        notifier.withdraw(SILENT);
        return;
      }
      notifier.show(SILENT, {
        title: 'Your microphone is silent',
        body: 'Nothing has come from it for a while. Check that it is not switched off, or choose another device.',
      });
    }),
    sound.on('deviceLost', ({ direction, name }) => {
      notifier.show(LOST[direction], {
        title: `${name} is not connected any more`,
        body: `The default ${direction} device is used until it is back.`,
      });
    }),
  ]);
}
