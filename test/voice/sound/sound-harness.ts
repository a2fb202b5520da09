import { silentLogger } from '#guildhall/platform/log.js';
import { CHANNEL_TYPES } from '#guildhall/protocol/objects/channel.js';
import type { VoiceConnectionStatus } from '#guildhall/protocol/rpc/voice-connection.js';
import { LocalVoiceRoom } from '#guildhall/voice/local-voice-room.js';
import { VoiceSound } from '#guildhall/voice/sound/voice-sound.js';
import { ManualClock, settle } from '../../hardware/support/manual-clock.js';
import { guild, textChannel } from '../../helpers/objects.js';
import type { MockCall } from '../../mocks/mock-call.js';
import { MockChatClient } from '../../mocks/mock-client.js';
import { MockHardware } from '../../mocks/mock-hardware.js';
import { MockVoiceLink } from '../../mocks/mock-voice-link.js';
import { createUnsavedSettings } from '../../mocks/unsaved-settings.js';

export const GUILD = '200';
export const CHANNEL = '11';

const SPEAKERS = { id: 'speakers', name: 'Speakers', direction: 'output', is_default: true } as const;
export const MICROPHONE = { id: 'mic', name: 'Mic', direction: 'input', is_default: true } as const;

function member(id: string) {
  const user = { id, username: `user ${id}`, discriminator: '0001', avatar: null };
  const joined_at = '2018-01-01T00:00:00.000000+00:00';
  return { user, roles: [], joined_at, deaf: false, mute: false, flags: 0 };
}

/** The sound of a person in a guild with a voice channel, over mocks. */
export class SoundHarness {
  readonly client = new MockChatClient();
  readonly hardware = new MockHardware();
  readonly link = new MockVoiceLink();
  readonly clock = new ManualClock();
  readonly room: LocalVoiceRoom;
  readonly sound: VoiceSound;

  constructor() {
    const { client, clock, hardware, link } = this;
    const common = { client, hardware, link, clock, log: silentLogger };
    this.room = new LocalVoiceRoom({ ...common, saved: createUnsavedSettings() });
    this.sound = new VoiceSound({ ...common, room: this.room });
    hardware.sound.plug(SPEAKERS);
    hardware.sound.plug(MICROPHONE);
    const channels = [textChannel(CHANNEL, { type: CHANNEL_TYPES.GUILD_VOICE, bitrate: 96_000 })];
    client.addGuild(guild(GUILD, { channels, members: [member('1'), member('9')] }));
  }

  /** The person joins the voice channel, and its connection carries sound. */
  async join(): Promise<MockCall> {
    this.client.moveToVoiceChannel(this.client.state.channel(CHANNEL) ?? null);
    await this.connect('VOICE_CONNECTED');
    return this.call;
  }

  async connect(state: VoiceConnectionStatus['state']): Promise<void> {
    this.link.become({ ...this.link.status, state });
    await settle();
  }

  /** The last call. */
  get call(): MockCall {
    const call = this.hardware.sound.calls.at(-1);
    if (call === undefined) throw new Error('there was no call');
    return call;
  }

  /** The number of calls so far. */
  get calls(): number {
    return this.hardware.sound.calls.length;
  }

  async stop(): Promise<void> {
    await this.sound.stop();
    await this.room.stop();
    await this.hardware.stop();
  }
}

export function withSound(run: (harness: SoundHarness) => Promise<void>): () => Promise<void> {
  return async () => {
    const harness = new SoundHarness();
    try {
      await run(harness);
    } finally {
      await harness.stop();
    }
  };
}
