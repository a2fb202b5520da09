import type { VoiceMember } from '#guildhall/api/core/voice-endpoint.js';
import type { LocalVoiceEndpoint } from '#guildhall/api/voice/local-voice-endpoint.js';
import { type Clock, systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { EndpointConnection } from '#guildhall/voice/connection/endpoint-connection.js';
import { eventually } from '../../../helpers/eventually.js';
import { guild, textChannel } from '../../../helpers/objects.js';
import { MockChatClient } from '../../../mocks/mock-client.js';

export const GUILD = '200';
export const CHANNEL = '12';

/** A person's client in a guild with a voice channel, and their voice connection. */
export class Person {
  readonly client = new MockChatClient();
  readonly connection: EndpointConnection;
  /** one more for each change; a test may drop former ones */
  readonly states: string[] = [];
  readonly speech: string[] = [];
  /** one more for each ping */
  readonly pings: number[] = [];
  #state: string | null = null;

  constructor(
    readonly userId: string,
    clock: Clock = systemClock,
  ) {
    this.client.user = { id: userId, username: 'someone', discriminator: '0001', avatar: null };
    const members = ['1', '2'].map((id) => ({
      user: { id, username: 'someone', discriminator: '0001', avatar: null },
      ...{ roles: [], joined_at: '2018-01-01T00:00:00.000000+00:00', deaf: false, mute: false, flags: 0 },
    }));
    this.client.addGuild(
      guild(GUILD, { owner_id: userId, channels: [textChannel(CHANNEL, { type: 2 })], members }),
    );
    const connection = new EndpointConnection({ client: this.client, clock, log: silentLogger });
    this.connection = connection;
    connection.on('voiceConnectionStatus', ({ last_ping: ping, state }) => {
      if (this.#state === state) this.pings.push(ping);
      else this.states.push(state);
      this.#state = state;
    });
    connection.on('speakingStart', ({ userId }) => this.speech.push(`${userId} starts`));
    connection.on('speakingStop', ({ userId }) => this.speech.push(`${userId} stops`));
  }

  get membership(): VoiceMember {
    const place = { guildId: GUILD, channelId: CHANNEL };
    return { ...place, userId: this.userId, sessionId: 'mock', maySpeak: true, mayListen: true };
  }

  join(): void {
    this.client.moveToVoiceChannel(this.client.state.channel(CHANNEL) ?? null);
  }

  leave(): void {
    this.client.moveToVoiceChannel(null);
  }

  /** The service tells where to connect. */
  assign(endpoint: string | null, token: string): void {
    this.client.dispatch('VOICE_SERVER_UPDATE', { guild_id: GUILD, token, endpoint });
  }

  async connect(endpoint: LocalVoiceEndpoint): Promise<void> {
    this.join();
    endpoint.admit(this.membership, ({ address, token }) => this.assign(address, token));
    await this.until('VOICE_CONNECTED');
  }

  /** Waits until another person is heard for the first time. Packets that overtake what the WebSocket says of their sender are dropped. */
  hears(speaker: Person, frame: Buffer): Promise<unknown> {
    return eventually(() => {
      speaker.connection.send(frame);
      return this.speech.length > 0;
    });
  }

  until(state: string): Promise<unknown> {
    const describe = () => `${state} is not reached: ${this.states.join(', ')}`;
    return eventually(() => this.states.at(-1) === state, { describe });
  }
}
