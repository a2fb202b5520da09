import { openOpus } from '#guildhall/hardware/audio/codec/open-opus.js';
import { GatewayClient } from '../../api/support/gateway-client.js';
import { joinChannel, VoiceClient } from '../../api/voice/support/voice-client.js';
import { blocksOf } from '../../helpers/sound/edit.js';
import { monotonicNow } from './monotonic.js';
import type { VoiceService } from './voice-service.js';

const FRAME_SAMPLES = 960;
const FRAME_MS = 20;
/** How often what is due is sent, in milliseconds. */
const TICK_MS = 5;
const HEARTBEAT_MS = 15_000;

interface Speaker {
  readonly gateway: GatewayClient;
  readonly voice: VoiceClient;
}

/** Members of a voice channel without daemons, who send Opus in real time. */
export class Crowd {
  readonly #heartbeat: NodeJS.Timeout;
  #sequence = 0;

  private constructor(private readonly speakers: readonly Speaker[]) {
    this.#heartbeat = setInterval(() => {
      for (const { gateway, voice } of speakers) {
        gateway.send(1, null);
        voice.send(3, { t: Date.now(), seq_ack: -1 });
      }
    }, HEARTBEAT_MS);
  }

  static async enter(service: VoiceService, size: number): Promise<Crowd> {
    const speakers: Speaker[] = [];
    for (let index = 0; index < size; index += 1) {
      const { id: userId, token } = await service.createMember(`Speaker${index}`);
      const gateway = await GatewayClient.identify(service.url, token);
      await gateway.heard('GUILD_CREATE');
      const { guildId } = service;
      const server = await joinChannel(gateway, { guildId, channelId: service.channelId(), userId });
      speakers.push({ gateway, voice: await VoiceClient.join(server) });
    }
    return new Crowd(speakers);
  }

  /** Everybody speaks until the signal aborts: frame after frame, again from the first after the last. */
  async speak(frames: readonly Buffer[], signal: AbortSignal): Promise<void> {
    let due = monotonicNow();
    while (!signal.aborted) {
      for (; due <= monotonicNow(); due += FRAME_MS) {
        this.#sequence += 1;
        for (const [index, { voice }] of this.speakers.entries()) {
          // Not all in step.
          const frame = frames[(this.#sequence + 17 * index) % frames.length];
          if (frame !== undefined) voice.speak(this.#sequence & 0xffff, frame);
        }
      }
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#heartbeat);
    for (const { gateway, voice } of this.speakers) {
      await voice.close();
      await gateway.close();
    }
  }
}

/** A sound as frames of Opus of 20 ms. */
export async function toOpus(sound: Int16Array): Promise<Buffer[]> {
  const encoder = (await openOpus()).createEncoder();
  try {
    return blocksOf(sound, FRAME_SAMPLES).map((block) => encoder.encode(block));
  } finally {
    encoder.close();
  }
}
