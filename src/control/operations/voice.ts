import Type from 'typebox';
import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import { VoiceSettingsPatchSchema, VoiceSettingsSchema } from '../../protocol/rpc/voice-settings.js';
import { Nullable, onlyKnown, SnowflakeSchema } from '../../protocol/schema.js';
import {
  AlreadyInVoiceError,
  JoinTimedOutError,
  UnknownDeviceError,
  VoiceEntryError,
} from '../../voice/errors.js';
import { ControlError } from '../errors.js';
import { NoBody } from '../no-body.js';
import { operation } from '../operation.js';

/** How long the service may take to move the person, in milliseconds. */
const SELECT_TIMEOUT = 10_000;

/** The voice settings in force, with what an application or a certified device changed. */
export const getVoiceSettings = operation({
  method: 'GET',
  path: '/voice/settings',
  page: false,
  body: NoBody,
  reply: VoiceSettingsSchema,
  handle: ({ control }) => control.voice.settings(),
});

/** Changes the person's own voice settings: the fields that are named, also while an application has the lock. */
export const changeVoiceSettings = operation({
  method: 'PATCH',
  path: '/voice/settings',
  page: true,
  body: VoiceSettingsPatchSchema,
  reply: VoiceSettingsSchema,
  handle: ({ control, body }) =>
    control.voice.changeOwn(onlyKnown(VoiceSettingsPatchSchema, body)).catch(refuse),
});

/** Joins a voice channel, or (null) leaves the one the person is in. */
export const selectVoiceChannel = operation({
  method: 'POST',
  path: '/voice/channel',
  page: false,
  body: Type.Object({ channel_id: Nullable(SnowflakeSchema), force: Type.Boolean() }),
  reply: Type.Object({ channel_id: Nullable(SnowflakeSchema), name: Nullable(Type.String()) }),
  async handle({ control: { client, voice }, body: { channel_id: id, force }, signal }) {
    const channel = id === null ? null : (client.state.channel(id) ?? null);
    if (id !== null && channel?.type !== CHANNEL_TYPES.GUILD_VOICE) {
      throw new ControlError('not_found', `there is no voice channel ${id}`);
    }
    await voice.select(channel, { force, ms: client.connected ? SELECT_TIMEOUT : 0, signal }).catch(refuse);
    return { channel_id: id, name: channel?.name ?? null };
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
