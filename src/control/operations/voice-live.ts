import Type, { type Static } from 'typebox';
import { throttle } from '../../platform/async/coalesce.js';
import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import { VoiceConnectionStatusSchema } from '../../protocol/rpc/voice-connection.js';
import { Nullable, SnowflakeSchema } from '../../protocol/schema.js';
import type { ControlContext } from '../context.js';
import { NoBody, streamOperation } from '../operation.js';
import { readEffectiveSettings } from '../voice/effective-settings.js';
import { MeterFeed, MeterSchema } from '../voice/meter-feed.js';
import { readOwnVoiceChannel } from '../voice/own-voice-channel.js';
import { readVoiceGuilds } from '../voice/voice-guilds.js';
import { EffectiveSettingsSchema, OwnVoiceChannelSchema, VoiceGuildsSchema } from '../voice/voice-schemas.js';
import { watchChanges } from '../watch-changes.js';

/** How often guilds and channels are looked at besides their events, in milliseconds; names have no events. */
const INTERVAL_MS = 2_000;
/** Voice states of large channels change often; they are sent at most this often, in milliseconds. */
const THROTTLE_MS = 100;

/** Only one variant of a union may bound the length of arrays. */
const ConnectionSchema = Type.Object({
  ...VoiceConnectionStatusSchema.properties,
  pings: Type.Array(Type.Number()),
});

/** A part of what the console's voice view shows, as it is now. */
const VoicePartSchema = Type.Union([
  Type.Object({ part: Type.Literal('guilds'), value: VoiceGuildsSchema }),
  Type.Object({ part: Type.Literal('channel'), value: Nullable(OwnVoiceChannelSchema) }),
  Type.Object({ part: Type.Literal('settings'), value: Nullable(EffectiveSettingsSchema) }),
  Type.Object({ part: Type.Literal('connection'), value: ConnectionSchema }),
  /** the ids of those who are speaking */
  Type.Object({ part: Type.Literal('speaking'), value: Type.Array(SnowflakeSchema) }),
  /** whether the open microphone has been silent for long */
  Type.Object({ part: Type.Literal('silent'), value: Type.Boolean() }),
  Type.Object({ part: Type.Literal('meter'), value: MeterSchema }),
]);
export type VoicePart = Static<typeof VoicePartSchema>;

export const watchVoice = streamOperation({
  name: 'Watch voice',
  summary: 'Sends each part of what the voice view of the console shows, and again whenever it changes.',
  details:
    'The level of the microphone is measured meanwhile and sent at most 25 times a second; levels are dropped while the caller is slow.',
  method: 'GET',
  path: '/voice/live',
  access: 'cli-and-page',
  errors: [],
  body: NoBody,
  item: VoicePartSchema,
  async handle({ control, signal }, emit) {
    const { clock, sound, voice } = control;
    const feed = new MeterFeed(clock, (value) => emit({ part: 'meter', value }, 'droppable'));
    const speaking = () => emit({ part: 'speaking', value: voice.speaking() });
    const silent = () => emit({ part: 'silent', value: sound.isMicrophoneSilent });
    speaking();
    silent();
    const unsubscribe = combineUnsubscribes([
      sound.watchMeter((meter) => feed.report(meter)),
      voice.on('speakingStart', speaking),
      voice.on('speakingStop', speaking),
      voice.on('voiceChannelSelect', speaking),
      sound.on('microphoneSilent', silent),
    ]);
    const follow = (listen: (mayHaveChanged: () => void) => Unsubscribe, read: () => Promise<VoicePart>) =>
      watchChanges<VoicePart>({ signal, emit, listen, read });
    try {
      await Promise.all([
        follow(
          (changed) => listenToMembers(control, changed),
          async () => ({ part: 'guilds', value: readVoiceGuilds(control.client) }),
        ),
        follow(
          (changed) => listenToMembers(control, changed),
          async () => ({ part: 'channel', value: readOwnVoiceChannel(control) }),
        ),
        follow(
          (changed) => listenToSettings(control, changed),
          async () => ({ part: 'settings', value: await readEffectiveSettings(control) }),
        ),
        follow(
          (changed) => voice.on('voiceConnectionStatus', changed),
          async () => ({ part: 'connection', value: voice.connection() }),
        ),
      ]);
    } finally {
      unsubscribe();
    }
  },
});

function listenToMembers({ client, clock, voice }: ControlContext, mayHaveChanged: () => void): Unsubscribe {
  const changed = throttle(THROTTLE_MS, mayHaveChanged);
  return combineUnsubscribes([
    client.on('voiceStateCreate', changed),
    client.on('voiceStateUpdate', changed),
    client.on('voiceStateDelete', changed),
    client.on('connection', changed),
    voice.on('userVoiceSettingsUpdate', changed),
    voice.on('voiceChannelSelect', changed),
    clock.every(INTERVAL_MS, mayHaveChanged),
  ]);
}

function listenToSettings({ voice }: ControlContext, mayHaveChanged: () => void): Unsubscribe {
  return combineUnsubscribes([
    voice.watch(),
    voice.on('voiceSettingsUpdate', mayHaveChanged),
    voice.on('settingsHolder', mayHaveChanged),
  ]);
}
