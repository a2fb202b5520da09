import { namedSchemas } from '../declaration/schema-references.js';
import { ApplicationSchema } from '../objects/application.js';
import { AttachmentSchema } from '../objects/attachment.js';
import { CertifiedDeviceSchema } from './certified-device.js';
import { PartialChannelSchema, RpcChannelSchema, VoiceStateEntrySchema } from './channel.js';
import { PartialGuildSchema, RpcGuildSchema } from './guild.js';
import { ContentElementSchema, RpcMessageSchema } from './message.js';
import { ShortcutKeySchema } from './shortcut.js';
import { RpcUserSchema } from './user.js';
import { VoiceConnectionStatusSchema } from './voice-connection.js';
import { AvailableDeviceSchema, PanSchema, VoiceModeSchema, VoiceSettingsSchema } from './voice-settings.js';

/** The objects of RPC (docs/rpc.md, Objects). */
export const RPC_OBJECTS = namedSchemas({
  Application: [ApplicationSchema, 'A registered application.'],
  Attachment: [AttachmentSchema, 'A file of a message.'],
  AvailableDevice: [AvailableDeviceSchema, 'A microphone or speaker that can be selected.'],
  CertifiedDevice: [CertifiedDeviceSchema, 'A device that its vendor reports.'],
  Channel: [RpcChannelSchema, 'A channel that the person may view.'],
  ContentElement: [ContentElementSchema, 'A part of the content of a message.'],
  Guild: [RpcGuildSchema, 'A guild with its members.'],
  Message: [RpcMessageSchema, 'A message in a text channel.'],
  Pan: [PanSchema, 'The volume of a user in each ear.'],
  PartialChannel: [PartialChannelSchema, 'A channel in a list.'],
  PartialGuild: [PartialGuildSchema, 'A guild in a list.'],
  ShortcutKey: [ShortcutKeySchema, 'A key or button of a shortcut.'],
  User: [RpcUserSchema, 'The public fields of a user.'],
  VoiceConnection: [VoiceConnectionStatusSchema, 'The connection for voice; pings in ms.'],
  VoiceMode: [VoiceModeSchema, 'When sound is sent: threshold in dB, delay in ms.'],
  VoiceSettings: [VoiceSettingsSchema, 'Voice settings; volumes in percent.'],
  VoiceState: [VoiceStateEntrySchema, 'A user in a voice channel.'],
});
