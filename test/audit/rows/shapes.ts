import {
  anything,
  bool,
  hash,
  integer,
  is,
  list,
  nullable,
  number,
  object,
  optional,
  type Shape,
  snowflake,
  text,
  timestamp,
} from '../kernel/shape.js';

/** Objects of the specification that several tables refer to. */

export const partialUser = object({
  id: snowflake,
  username: text,
  discriminator: text,
  avatar: nullable(text),
  bot: optional(bool),
});

export const partialGuild = object({ id: snowflake, name: text });

export const pan = object({ left: number, right: number });

export const voiceStateFields: Readonly<Record<string, Shape>> = {
  voice_state: object({ mute: bool, deaf: bool, self_mute: bool, self_deaf: bool, suppress: bool }),
  user: partialUser,
  nick: text,
  volume: integer,
  mute: bool,
  pan,
};

export const messageFields: Readonly<Record<string, Shape>> = {
  id: snowflake,
  blocked: bool,
  content: text,
  content_parsed: list(object({ content: text, type: text })),
  author_color: text,
  edited_timestamp: nullable(timestamp),
  timestamp,
  tts: bool,
  mentions: list(anything),
  mention_roles: list(anything),
  mention_everyone: bool,
  embeds: list(anything),
  attachments: list(anything),
  type: integer,
  pinned: bool,
  author: partialUser,
};

export const combo = object({ type: integer, code: integer, name: text });

const device = object({ id: text, name: text });

export const inputFields = { device_id: text, volume: number, available_devices: list(device) };

export const modeFields = {
  type: text,
  auto_threshold: bool,
  threshold: number,
  shortcut: list(combo),
  delay: number,
};

export const voiceSettingsFields: Readonly<Record<string, Shape>> = {
  input: object(inputFields),
  output: object(inputFields),
  mode: object(modeFields),
  automatic_gain_control: bool,
  echo_cancellation: bool,
  noise_suppression: bool,
  qos: bool,
  silence_warning: bool,
  deaf: bool,
  mute: bool,
};

export const voiceSettings = object(voiceSettingsFields);

export const textChannelFields: Readonly<Record<string, Shape>> = {
  id: snowflake,
  guild_id: snowflake,
  name: text,
  type: is(0),
  topic: text,
  position: integer,
  messages: list(object(messageFields)),
};

export const voiceChannelFields: Readonly<Record<string, Shape>> = {
  id: snowflake,
  guild_id: snowflake,
  name: text,
  type: is(2),
  bitrate: integer,
  user_limit: integer,
  position: integer,
  voice_states: list(object(voiceStateFields)),
};

export const applicationFields: Readonly<Record<string, Shape>> = {
  description: text,
  icon: hash,
  id: snowflake,
  rpc_origins: list(text),
  name: text,
};
