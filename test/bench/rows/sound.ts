import { silence, tone } from '../../helpers/sound/signals.js';
import { speech } from '../../helpers/sound/speech.js';
import { Crowd, toOpus } from '../../sound/support/crowd.js';
import { percentile } from '../../sound/support/percentile.js';
import { VoicePair } from '../../sound/support/voice-pair.js';
import type { VoicePerson } from '../../sound/support/voice-person.js';
import { VoiceService } from '../../sound/support/voice-service.js';
import { CpuTime } from '../kernel/cpu-time.js';
import type { Row, Sample, Subject } from '../kernel/row.js';
import type { World } from '../servers/world.js';

const SPEAKERS = 10;
const ROUNDS = 5;
/** A round of a row about sound lasts this much longer than others: half a second holds few words. */
const LONGER = 4;

/** A sound card delivers what it has recorded in blocks, and plays blocks; the pipe and the null sink do the same. */
const BLOCK_MS = 10;
/** What delays sound on purpose between microphone and speaker, in milliseconds. */
const BUFFERS = {
  /** of Opus; it holds two recorded blocks */
  frame: 20,
  lookAheadOfOpus: 6.5,
  jitterBuffer: 40,
  /** src/hardware/audio/open-output.ts */
  output: 40,
  device: BLOCK_MS,
} as const;

const BEEP = tone(500, 0.2, -17);
const BEEPS = 7;
/** A tenth of the amplitude of the beep. */
const AUDIBLE = 330;

/** From a beep in one person's microphone to the other's speaker. */
function mouthToEar({ ada, ben }: VoicePair): Subject {
  const { microphone } = ada.machine;
  const delayOf = async (index: number) => {
    const recording = await ben.machine.record();
    try {
      const { startedAt } = await microphone.play(BEEP);
      // Not in step with frames.
      await microphone.play(silence(0.6 + index * 0.003));
      await recording.settle();
      const playedAt = recording.firstAbove(AUDIBLE, startedAt);
      // A block was recorded before it was written, and is played after it was recorded again.
      return playedAt === null ? Number.POSITIVE_INFINITY : playedAt - startedAt + 2 * BLOCK_MS;
    } finally {
      await recording.stop();
    }
  };
  return {
    name: 'Guildhall',
    async measure() {
      const delays: number[] = [];
      for (let index = 0; index < BEEPS; index += 1) delays.push(await delayOf(index));
      return { values: { time: percentile(delays, 0.5) } };
    },
  };
}

const sumOfBuffers: Subject = {
  name: 'its buffers',
  measure: async () => ({ values: { time: Object.values(BUFFERS).reduce((sum, ms) => sum + ms, 0) } }),
};

/** A member of a voice channel where others can speak. */
class Listening {
  private constructor(
    private readonly service: VoiceService,
    private readonly person: VoicePerson,
    private readonly crowd: Crowd,
    private readonly frames: readonly Buffer[],
  ) {}

  static async start(): Promise<Listening> {
    const service = await VoiceService.start();
    const person = await service.enter('Listener');
    return new Listening(service, person, await Crowd.enter(service, SPEAKERS), await toOpus(speech()));
  }

  /** The CPU time of the daemon and its drivers for a second of the channel, in microseconds. */
  async measure(ms: number, isSpoken: boolean): Promise<Sample> {
    const duration = ms * LONGER;
    const ending = new AbortController();
    const speaking = isSpoken ? this.crowd.speak(this.frames, ending.signal) : null;
    // The first frames start decoders and an output.
    await sleep(500);
    const time = new CpuTime([this.person.daemon.runtime.pid]);
    const [startedAt, before] = [performance.now(), time.read()];
    await sleep(duration);
    const cpu = ((time.read() - before) / (performance.now() - startedAt)) * 1e6;
    ending.abort();
    await speaking;
    return { values: { cpu } };
  }

  async stop(): Promise<void> {
    await this.crowd.stop();
    await this.person.stop();
    await this.service.stop();
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const listening = (world: World) => world.shared('voice channel', () => Listening.start());

export const soundRows: readonly Row[] = [
  {
    name: 'mouth to ear through two daemons and the relay',
    goals: [{ measure: 'time', against: sumOfBuffers.name, as: 'difference', atMost: 60 }],
    rounds: ROUNDS,
    open: async (world) => [
      mouthToEar(await world.shared('voice pair', () => VoicePair.start())),
      sumOfBuffers,
    ],
  },
  {
    name: `a second in a voice channel with ${SPEAKERS} speakers`,
    // 15 % of a core.
    goals: [{ measure: 'cpu', atMost: 150_000 }],
    rounds: ROUNDS,
    async open(world) {
      const channel = await listening(world);
      return [
        { name: 'Guildhall', measure: (ms) => channel.measure(ms, true) },
        { name: 'nobody speaks', measure: (ms) => channel.measure(ms, false) },
      ];
    },
  },
];
