import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import type { DesktopNotifier } from '../../platform/desktop-notification/desktop-notifier.js';
import type { Sound } from '../../voice/sound/sound.js';

/** The ids of the notifications. */
const SILENT = 'silent microphone';
const ABSENT = {
  input: {
    title: 'No microphone is connected',
    body: 'Nobody in your voice channel can hear you. Plug one in, or look for the reason: guildhall doctor',
  },
  output: {
    title: 'No speakers or headphones are connected',
    body: 'You cannot hear your voice channel. Plug some in, or look for the reason: guildhall doctor',
  },
} as const;
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
    sound.on('deviceAbsent', ({ direction, isAbsent }) => {
      const id = `absent ${direction}`;
      if (isAbsent) notifier.show(id, ABSENT[direction]);
      else notifier.withdraw(id);
    }),
    sound.on('deviceLost', ({ direction, name }) => {
      notifier.show(LOST[direction], {
        title: `${name} is no longer connected`,
        body: `The default ${direction} device is used until it is back.`,
      });
    }),
  ]);
}
