import Type, { type Static } from 'typebox';
import { throttle } from '../../platform/async/coalesce.js';
import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import { VoiceConnectionStatusSchema } from '../../protocol/rpc/voice-connection.js';
import {
  UserVoiceSettingsSchema,
  VoiceSettingsPatchSchema,
  VoiceSettingsSchema,
} from '../../protocol/rpc/voice-settings.js';
import { Nullable, onlyKnown, SnowflakeSchema } from '../../protocol/schema.js';
import {
  AlreadyInVoiceError,
  JoinTimedOutError,
  UnknownDeviceError,
  VoiceEntryError,
} from '../../voice/errors.js';
import { directionsWithoutDevices } from '../../voice/plugged-devices.js';
import { type ControlContext, requireSignedIn } from '../context.js';
import { ControlError } from '../errors.js';
import { requireChannel } from '../guilds/read-messages.js';
import { NoBody, operation, streamOperation } from '../operation.js';
import { readEffectiveSettings, readTakenOver } from '../voice/effective-settings.js';
import { MeterFeed, MeterSchema } from '../voice/meter-feed.js';
import { readOwnVoiceChannel } from '../voice/own-voice-channel.js';
import { readVoiceGuilds } from '../voice/voice-guilds.js';
import { EffectiveSettingsSchema, OwnVoiceChannelSchema, VoiceGuildsSchema } from '../voice/voice-schemas.js';
import { watchChanges } from '../watch-changes.js';
import { refuseShortcutFromPage } from './keys.js';

/** How long the service may take to move the person, in milliseconds. */
const SELECT_TIMEOUT = 10_000;

export const getVoiceSettings = operation({
  name: 'Get voice settings',
  summary: 'Returns the voice settings in effect.',
  details: 'They include what an application or a certified device changed.',
  method: 'GET',
  path: '/voice/settings',
  access: 'cli',
  errors: [],
  body: NoBody,
  reply: VoiceSettingsSchema,
  handle: ({ control }) => control.voice.settings(),
});

export const changeVoiceSettings = operation({
  name: 'Change voice settings',
  summary: "Changes the voice settings that are passed, as the person's own.",
  details: 'This works also while an application holds the lock.',
  method: 'PATCH',
  path: '/voice/settings',
  access: 'cli-and-page',
  errors: ['refused'],
  body: VoiceSettingsPatchSchema,
  reply: VoiceSettingsSchema,
  async handle({ caller, control, body }) {
    refuseShortcutFromPage(caller, body.mode?.shortcut);
    return control.voice.changeOwn(onlyKnown(VoiceSettingsPatchSchema, body)).catch(refuse);
  },
});

export const changeUserVoiceSettings = operation({
  name: 'Change user voice settings',
  summary: "Changes volume, pan and mute of one user, as the person's own.",
  details: 'This works also while an application holds the lock.',
  method: 'PATCH',
  path: '/voice/users/{id}',
  access: 'cli-and-page',
  errors: ['not_found', 'refused'],
  body: Type.Partial(UserVoiceSettingsSchema),
  reply: UserVoiceSettingsSchema,
  async handle({ control: { client, voice }, params: { id }, body }) {
    if (client.state.user(id) === undefined)
      throw new ControlError(
        'not_found',
        `there is no user ${id}`,
        'Those of your voice channel are in: guildhall voice status',
      );
    return voice.changeOwnUser(id, onlyKnown(Type.Partial(UserVoiceSettingsSchema), body));
  },
});

export const getVoiceStatus = operation({
  name: 'Get voice status',
  summary:
    "Returns the person's voice channel, who is in it and who speaks, and the state of the connection.",
  method: 'GET',
  path: '/voice',
  access: 'cli',
  errors: [],
  body: NoBody,
  reply: Type.Object({
    channel: Nullable(OwnVoiceChannelSchema),
    /** the ids of those who are speaking */
    speaking: Type.Array(SnowflakeSchema),
    connection: VoiceConnectionStatusSchema,
    ...Type.Omit(EffectiveSettingsSchema, ['settings', 'without_device']).properties,
    /** whether the open microphone has been silent for long */
    is_microphone_silent: Type.Boolean(),
  }),
  async handle({ control }) {
    const { sound, voice } = control;
    const settings = await voice.settings();
    const endpoints = await control.hardware.audio.endpoints();
    const without = directionsWithoutDevices(settings, endpoints);
    const missing = [...voice.missingDevices(settings), ...without];
    return {
      channel: readOwnVoiceChannel(control),
      speaking: voice.speaking(),
      connection: voice.connection(),
      keys: voice.keys(),
      holder: voice.settingsHolder(),
      shortcut_waits: voice.keysWaitFor() !== null,
      missing_devices: [...new Set(missing)],
      taken_over: readTakenOver(control.hardware, settings, endpoints),
      is_microphone_silent: sound.isMicrophoneSilent,
    };
  },
});

export const selectVoiceChannel = operation({
  name: 'Select voice channel',
  summary: 'Joins a voice channel, or leaves the current one if `channel_id` is null.',
  details: 'Instead of its id, `channel_id` may be a name, as in Find by name.',
  method: 'POST',
  path: '/voice/channel',
  access: 'cli-and-page',
  errors: ['not_found', 'refused', 'unavailable'],
  body: Type.Object({ channel_id: Nullable(Type.String({ maxLength: 300 })), force: Type.Boolean() }),
  reply: Type.Object({ channel_id: Nullable(SnowflakeSchema), name: Nullable(Type.String()) }),
  async handle({ control: { client, names, voice }, body: { channel_id: wanted, force }, signal }) {
    requireSignedIn(client);
    const found = wanted === null ? null : names.find({ kind: 'voice channel', name: wanted, guild: null });
    const channel = found?.id == null ? null : requireChannel(client, found.id);
    await voice.select(channel, { force, ms: client.connected ? SELECT_TIMEOUT : 0, signal }).catch(refuse);
    return { channel_id: channel?.id ?? null, name: channel?.name ?? null };
  },
});

function refuse(error: unknown): never {
  if (error instanceof UnknownDeviceError) {
    throw new ControlError(
      'invalid',
      `this ${error.direction} device is not plugged in`,
      'guildhall devices',
    );
  }
  if (error instanceof AlreadyInVoiceError) {
    throw new ControlError('refused', 'you are in another voice channel', 'leave it first, or use --force');
  }
  if (error instanceof VoiceEntryError) throw new ControlError('refused', error.message);
  if (error instanceof JoinTimedOutError) {
    throw new ControlError('unavailable', 'the service did not move you in time');
  }
  throw error;
}

/** How often guilds and channels are looked at besides their events, in milliseconds; names have no events. */
const INTERVAL_MS = 2_000;
/** Voice states of large channels change often; they are sent at most this often, in milliseconds. */
const THROTTLE_MS = 100;

/** Only one variant of a union may bound the length of arrays. */
const ConnectionSchema = Type.Object({
  ...VoiceConnectionStatusSchema.properties,
  pings: Type.Array(Type.Number()),
});

/** A part of what is shown of the person's voice channel, as it is now. */
const CHANNEL_PARTS = [
  Type.Object({ part: Type.Literal('channel'), value: Nullable(OwnVoiceChannelSchema) }),
  Type.Object({ part: Type.Literal('settings'), value: Nullable(EffectiveSettingsSchema) }),
  /** the ids of those who are speaking */
  Type.Object({ part: Type.Literal('speaking'), value: Type.Array(SnowflakeSchema) }),
] as const;
const VoiceChannelPartSchema = Type.Union([...CHANNEL_PARTS]);
export type VoiceChannelPart = Static<typeof VoiceChannelPartSchema>;

/** A part of what the console's voice view shows, as it is now. */
const VoicePartSchema = Type.Union([
  Type.Object({ part: Type.Literal('guilds'), value: VoiceGuildsSchema }),
  Type.Object({ part: Type.Literal('connection'), value: ConnectionSchema }),
  ...CHANNEL_PARTS,
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
    const { clock, sound } = control;
    const feed = new MeterFeed(clock, (value) => emit({ part: 'meter', value }, 'droppable'));
    const silent = () => emit({ part: 'silent', value: sound.isMicrophoneSilent });
    silent();
    const unsubscribe = combineUnsubscribes([
      sound.watchMeter((meter) => feed.report(meter)),
      sound.on('microphoneSilent', silent),
    ]);
    try {
      await Promise.all([
        followChannel(control, signal, emit),
        watchChanges<VoicePart>({
          signal,
          emit,
          listen: (changed) => listenToMembers(control, changed),
          read: async () => ({ part: 'guilds', value: readVoiceGuilds(control.client) }),
        }),
        watchChanges<VoicePart>({
          signal,
          emit,
          listen: (changed) => control.voice.on('voiceConnectionStatus', changed),
          read: async () => ({ part: 'connection', value: control.voice.connection() }),
        }),
      ]);
    } finally {
      unsubscribe();
    }
  },
});

export const watchVoiceChannel = streamOperation({
  name: 'Watch voice channel',
  summary:
    "Sends the person's voice channel, its members and speakers, and the settings, whenever they change.",
  details: 'Unlike Watch voice it does not measure the microphone.',
  method: 'GET',
  path: '/voice/channel/live',
  access: 'cli-and-page',
  errors: [],
  body: NoBody,
  item: VoiceChannelPartSchema,
  handle: ({ control, signal }, emit) => followChannel(control, signal, emit),
});

async function followChannel(
  control: ControlContext,
  signal: AbortSignal,
  emit: (part: VoiceChannelPart) => void,
): Promise<void> {
  const { voice } = control;
  const speaking = () => emit({ part: 'speaking', value: voice.speaking() });
  speaking();
  const unsubscribe = combineUnsubscribes([
    voice.on('speakingStart', speaking),
    voice.on('speakingStop', speaking),
    voice.on('voiceChannelSelect', speaking),
  ]);
  try {
    await Promise.all([
      watchChanges<VoiceChannelPart>({
        signal,
        emit,
        listen: (changed) => listenToMembers(control, changed),
        read: async () => ({ part: 'channel', value: readOwnVoiceChannel(control) }),
      }),
      watchChanges<VoiceChannelPart>({
        signal,
        emit,
        listen: (changed) => listenToSettings(control, changed),
        read: async () => ({ part: 'settings', value: await readEffectiveSettings(control) }),
      }),
    ]);
  } finally {
    unsubscribe();
  }
}

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
    voice.on('voiceKeysUpdate', mayHaveChanged),
    voice.on('settingsHolder', mayHaveChanged),
  ]);
}
