import Type, { type Static } from 'typebox';
import { combineUnsubscribes } from '../../platform/async/events.js';
import { untilAborted } from '../../platform/async/promises.js';
import { Nullable } from '../../protocol/schema.js';
import { WaitingConsentSchema } from '../consent/waiting-consent.js';
import type { ControlContext } from '../context.js';
import { NoBody, streamOperation } from '../operation.js';
import { RecentEventSchema } from '../recent-activity.js';
import { CaptureSchema, DaemonStatusSchema } from '../status.js';
import { listenToVoice, summarizeVoice, VoiceSummarySchema } from '../voice/voice-summary.js';
import { watch, watchChanges } from '../watch-changes.js';
import { JoinRequestSchema, listRequests } from './activities.js';
import { DevicesSchema, readDevices } from './devices.js';

/** How often the state of the daemon and of drivers is looked at while a page is open, in milliseconds. */
const INTERVAL = 1_000;

/** How many connected applications are named. */
const MAX_CONNECTED = 5;

/** The ids of the audio endpoints that the voice channel uses; null: none. */
const DevicesInUseSchema = Type.Object({ input: Nullable(Type.String()), output: Nullable(Type.String()) });

/** A part of what the page shows, as it is now. */
const PartSchema = Type.Union([
  Type.Object({ part: Type.Literal('consents'), value: Type.Array(WaitingConsentSchema) }),
  Type.Object({ part: Type.Literal('joinRequests'), value: Type.Array(JoinRequestSchema) }),
  Type.Object({ part: Type.Literal('capture'), value: Nullable(CaptureSchema) }),
  Type.Object({ part: Type.Literal('devices'), value: DevicesSchema }),
  Type.Object({ part: Type.Literal('devicesInUse'), value: DevicesInUseSchema }),
  Type.Object({ part: Type.Literal('voice'), value: Nullable(VoiceSummarySchema) }),
  Type.Object({ part: Type.Literal('status'), value: DaemonStatusSchema }),
  /** what happened last, the newest first */
  Type.Object({ part: Type.Literal('recent'), value: Type.Array(RecentEventSchema) }),
  /** the names of the applications that are connected, each once */
  Type.Object({ part: Type.Literal('connected'), value: Type.Array(Type.String()) }),
]);
export type Part = Static<typeof PartSchema>;

export const attendPage = streamOperation({
  name: 'Attend page',
  summary: 'Reports that the person looks at a page of the console, until the caller has gone.',
  details: 'Meanwhile requests have no desktop notification. Nothing is sent.',
  method: 'GET',
  path: '/attention',
  access: 'cli-and-page',
  errors: [],
  body: NoBody,
  item: Type.Object({}),
  async handle({ control, signal }) {
    control.consoleAccess.pageAttended(signal);
    await untilAborted(signal);
  },
});

export const watchEverything = streamOperation({
  name: 'Watch everything',
  summary: 'Sends each part of what the console page shows, and again whenever it changes.',
  method: 'GET',
  path: '/live',
  access: 'cli-and-page',
  errors: [],
  body: NoBody,
  item: PartSchema,
  async handle({ control, signal }, emit) {
    control.consoleAccess.pageOpened(signal);
    const send = (value: Part) => emit(value);
    const sendRequests = () => send({ part: 'joinRequests', value: listRequests(control) });
    const unsubscribe = combineUnsubscribes([
      control.consent.on('changed', (value) => send({ part: 'consents', value: [...value] })),
      control.activityRequests.on('changed', sendRequests),
      control.sound.on('devicesInUse', (value) => send({ part: 'devicesInUse', value: { ...value } })),
      control.captures.on('changed', (value) => send({ part: 'capture', value })),
      control.recent.onChange((value) => send({ part: 'recent', value: [...value] })),
    ]);
    send({ part: 'consents', value: control.consent.waiting() });
    sendRequests();
    send({ part: 'devicesInUse', value: { ...control.sound.devicesInUse } });
    send({ part: 'capture', value: control.captures.current });
    send({ part: 'recent', value: control.recent.list() });
    try {
      await Promise.all([
        watch<Part>({
          clock: control.clock,
          interval: INTERVAL,
          signal,
          emit: send,
          read: () => ({ part: 'status', value: control.status() }),
        }),
        watch<Part>({
          clock: control.clock,
          interval: INTERVAL,
          signal,
          emit: send,
          read: () => ({ part: 'connected', value: listConnected(control) }),
        }),
        watchChanges<Part>({
          signal,
          emit: send,
          listen: (mayHaveChanged) => listenToVoice(control.voice, mayHaveChanged),
          read: async () => ({ part: 'voice', value: await summarizeVoice(control) }),
        }),
        watchChanges<Part>({
          signal,
          emit: send,
          listen: (mayHaveChanged) => control.hardware.watchDevices(mayHaveChanged),
          read: async () => ({ part: 'devices', value: await knownDevices(control) }),
        }),
      ]);
    } finally {
      unsubscribe();
    }
  },
});

function listConnected({ sessions }: Pick<ControlContext, 'sessions'>): string[] {
  return [...new Set(sessions.list().map(({ application }) => application.name))].slice(0, MAX_CONNECTED);
}

/** The page shows everything else also while devices cannot be listed. */
async function knownDevices({ hardware, log }: ControlContext) {
  try {
    return await readDevices(hardware);
  } catch (error) {
    log.warn({ err: error }, 'failed to list devices');
    const none = { audio_inputs: [], audio_outputs: [], video_inputs: [], hid: [], gamepads: [] };
    return { ...none, drivers: hardware.drivers() };
  }
}
