import Type, { type Static } from 'typebox';
import { untilAborted } from '../../platform/async/promises.js';
import type { ControlContext } from '../context.js';
import { ControlError } from '../errors.js';
import { NoBody, streamOperation } from '../operation.js';
import { MeterFeed } from '../voice/meter-feed.js';

/** How long an input that no call uses is measured, in milliseconds. */
const LIMIT_MS = 30_000;

const LevelSchema = Type.Object({
  /** in dB of full scale */
  level: Type.Number({ minimum: -100, maximum: 0 }),
});
export type Level = Static<typeof LevelSchema>;

export const measureInput = streamOperation({
  name: 'Measure input',
  summary: 'Sends the level of an audio input, at most 25 times a second.',
  details:
    'An input that no call uses is opened for at most 30 seconds; its sound is neither stored nor sent. For the input of a call it ends with its use. Levels are dropped while the caller is slow.',
  method: 'GET',
  path: '/devices/{id}/level',
  access: 'cli-and-page',
  errors: ['not_found'],
  body: NoBody,
  item: LevelSchema,
  async handle({ control, params, signal }, emit) {
    const { clock, hardware } = control;
    const endpoints = await hardware.audio.endpoints();
    if (!endpoints.some(({ id, direction }) => id === params.id && direction === 'input')) {
      throw new ControlError(
        'not_found',
        `there is no audio input ${params.id}`,
        'See them with: guildhall devices',
      );
    }
    const feed = new MeterFeed(clock, ({ level }) => emit({ level }, 'droppable'));
    await measure(control, params.id, signal, (level) =>
      feed.report({ level, threshold: null, isOpen: false }),
    );
  },
});

async function measure(
  { clock, hardware, sound }: ControlContext,
  id: string,
  signal: AbortSignal,
  onLevel: (level: number) => void,
): Promise<void> {
  const ended = new AbortController();
  const isInUse = sound.devicesInUse.input === id;
  const stop = isInUse ? sound.watchMeter(({ level }) => onLevel(level)) : hardware.audio.listen(id, onLevel);
  const unsubscribe = sound.on('devicesInUse', ({ input }) => {
    if ((input === id) !== isInUse) ended.abort();
  });
  const cancelLimit = isInUse ? () => {} : clock.after(LIMIT_MS, () => ended.abort());
  try {
    await untilAborted(AbortSignal.any([signal, ended.signal]));
  } finally {
    cancelLimit();
    unsubscribe();
    stop();
  }
}
