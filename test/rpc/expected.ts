/** The exact RPC objects of those in `helpers/objects.ts`. */

/** The signed-in person. */
export const USER = { id: '1', username: 'ada', discriminator: '0001', avatar: null };

const DEFAULT_END = {
  device_id: 'default',
  volume: 100,
  available_devices: [{ id: 'default', name: 'Default' }],
};

/** The voice settings of somebody who changed none, on a machine without sound. */
export const VOICE_SETTINGS = {
  input: DEFAULT_END,
  output: DEFAULT_END,
  mode: { type: 'VOICE_ACTIVITY', auto_threshold: true, threshold: -60, shortcut: [], delay: 20 },
  automatic_gain_control: true,
  echo_cancellation: true,
  noise_suppression: true,
  qos: true,
  silence_warning: true,
  deaf: false,
  mute: false,
};

/** The person in a voice channel. */
export const VOICE_STATE_ENTRY = {
  voice_state: { mute: false, deaf: false, self_mute: false, self_deaf: false, suppress: false },
  user: USER,
  nick: 'ada',
  volume: 100,
  mute: false,
  pan: { left: 1, right: 1 },
};

/** The person's message with this id and content, of somebody without a colored role. */
export function rpcMessage(id: string, content = `message ${id}`): object {
  return {
    id,
    blocked: false,
    content,
    content_parsed: [{ type: 'text', content }],
    author_color: '#ffffff',
    edited_timestamp: null,
    timestamp: '2018-01-01T00:00:00.000000+00:00',
    tts: false,
    mentions: [],
    mention_roles: [],
    mention_everyone: false,
    embeds: [],
    attachments: [],
    type: 0,
    pinned: false,
    author: USER,
  };
}
