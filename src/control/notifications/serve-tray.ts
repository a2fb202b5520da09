import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import { messageOf } from '../../platform/errors.js';
import type { Tray, TrayContent, TrayItem } from '../../platform/tray/tray.js';
import { isToAnswer } from '../../rpc/activities/activity-requests.js';
import type { ControlContext } from '../context.js';

export interface ServedTray
  extends Pick<
    ControlContext,
    'activityRequests' | 'consent' | 'consoleOpener' | 'log' | 'shutdown' | 'voice'
  > {
  /** null: the desktop has none */
  readonly tray: Tray | null;
}

const OPEN = 'open';
const REQUESTS = 'requests';
const MUTE = 'mute';
const DEAFEN = 'deafen';
const QUIT = 'quit';

/** Shows mute, deafen and how many requests wait in the tray, and carries out what the person chooses in its menu. */
export function serveTray(served: ServedTray): Unsubscribe {
  const { activityRequests, consent, consoleOpener, log, shutdown, tray, voice } = served;
  if (tray === null) return () => {};
  const update = () => tray.show(toContent(served));
  const change = (patch: Parameters<typeof voice.changeOwn>[0]) =>
    void voice
      .changeOwn(patch)
      .catch((error: unknown) =>
        log.warn({ reason: messageOf(error) }, 'failed to change voice settings from the tray'),
      );
  const choose = (key: string) => {
    const { deaf, mute } = voice.flags();
    if (key === OPEN || key === REQUESTS) consoleOpener.openForPerson();
    else if (key === MUTE) change({ mute: !mute });
    else if (key === DEAFEN) change({ deaf: !deaf });
    else if (key === QUIT) shutdown();
  };
  update();
  return combineUnsubscribes([
    consent.on('changed', update),
    activityRequests.on('changed', update),
    // Without watching devices: that would keep the audio driver running.
    voice.on('voiceSettingsUpdate', update),
    tray.on('chosen', ({ key }) => choose(key)),
  ]);
}

function toContent({ activityRequests, consent, consoleOpener, voice }: ServedTray): TrayContent {
  const { deaf, mute } = voice.flags();
  const waiting = consent.waiting().length + activityRequests.list().filter(isToAnswer).length;
  const requests =
    waiting === 0 ? 'No request waits' : waiting === 1 ? '1 request waits' : `${waiting} requests wait`;
  const isMuted = mute || deaf;
  const title = waiting > 0 ? requests : deaf ? 'deafened' : mute ? 'muted' : null;
  return {
    title: title === null ? 'Guildhall' : `Guildhall: ${title}`,
    isMuted,
    needsAttention: waiting > 0,
    groups: [
      [
        item(OPEN, 'Open console', { isEnabled: consoleOpener.canOpen }),
        item(REQUESTS, requests, { isEnabled: consoleOpener.canOpen && waiting > 0 }),
      ],
      [item(MUTE, 'Mute', { isChecked: mute }), item(DEAFEN, 'Deafen', { isChecked: deaf })],
      [item(QUIT, 'Quit Guildhall')],
    ],
  };
}

function item(key: string, label: string, more: Partial<TrayItem> = {}): TrayItem {
  return { key, label, isEnabled: true, isChecked: null, ...more };
}
