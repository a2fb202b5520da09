import Type, { type Static } from 'typebox';
import type { Hardware } from '../../hardware/hardware.js';
import { untilAborted } from '../../platform/async/promises.js';
import { Nullable } from '../../protocol/schema.js';
import type { ControlContext } from '../context.js';
import { ControlError } from '../errors.js';
import { NoBody, operation, streamOperation } from '../operation.js';
import { DriverSchema } from '../status.js';
import { MeterFeed } from '../voice/meter-feed.js';
import { watchChanges } from '../watch-changes.js';

const videoInput = { id: Type.String(), name: Type.String(), certified: Type.Boolean() };
const audioEndpoint = Type.Object({
  ...videoInput,
  is_default: Type.Boolean(),
  certification: Nullable(
    Type.Object({
      vendor: Type.String(),
      model: Type.String(),
      /** the voice settings that it takes over while it is in use */
      takes_over: Type.ReadonlyType(Type.Array(Type.String())),
    }),
  ),
});

/** Everything plugged in (README.md, The command line); the same fields as `DeviceListing` of the hardware. */
export const DevicesSchema = Type.Object({
  audio_inputs: Type.Array(audioEndpoint),
  audio_outputs: Type.Array(audioEndpoint),
  video_inputs: Type.Array(Type.Object(videoInput)),
  hid: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      vendor_id: Type.Integer(),
      product_id: Type.Integer(),
      usage_page: Nullable(Type.Integer()),
      usage: Nullable(Type.Integer()),
      endpoint_ids: Type.Array(Type.String()),
    }),
  ),
  gamepads: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      guid: Type.String(),
      mapping: Type.Union([Type.Literal('system'), Type.Literal('file'), Type.Literal('none')]),
    }),
  ),
  drivers: Type.Array(DriverSchema),
});
export type Devices = Static<typeof DevicesSchema>;

export const listDevices = operation({
  name: 'List devices',
  summary: 'Returns all devices that are plugged in and the state of each driver.',
  method: 'GET',
  path: '/devices',
  access: 'cli-and-page',
  errors: [],
  body: NoBody,
  reply: DevicesSchema,
  handle: ({ control }) => readDevices(control.hardware),
});

export const watchDevices = streamOperation({
  name: 'Watch devices',
  summary: 'Sends the list of devices, and again whenever it changes.',
  method: 'GET',
  path: '/devices/watch',
  access: 'cli',
  errors: [],
  body: NoBody,
  item: DevicesSchema,
  handle: ({ control: { hardware }, signal }, emit) =>
    watchChanges({
      signal,
      emit,
      listen: (mayHaveChanged) => hardware.watchDevices(mayHaveChanged),
      read: () => readDevices(hardware),
    }),
});

export async function readDevices(hardware: Hardware): Promise<Devices> {
  const listing = await hardware.devices();
  return {
    audio_inputs: [...listing.audio_inputs],
    audio_outputs: [...listing.audio_outputs],
    video_inputs: [...listing.video_inputs],
    hid: listing.hid.map((device) => ({ ...device, endpoint_ids: [...device.endpoint_ids] })),
    gamepads: [...listing.gamepads],
    drivers: [...listing.drivers],
  };
}

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
