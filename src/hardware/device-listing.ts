import {
  AUDIO_DEVICE_TYPES,
  type CertifiedDevice,
  DEVICE_TYPES,
  type DeviceType,
} from '../protocol/rpc/certified-device.js';
import { type AvailableDevice, DEFAULT_DEVICE } from '../protocol/rpc/voice-settings.js';
import type {
  AudioEndpoint,
  CertifiedDevices,
  DeviceCertification,
  DeviceListing,
  DriverStatus,
  HidDevice,
  ListedAudioEndpoint,
  ListedGamepad,
  ListedVideoInput,
  TakenOver,
} from './hardware.js';
import { isPartOf } from './hid/is-part-of.js';

/** The plugged-in devices as each driver lists them. */
export interface PluggedDevices {
  readonly endpoints: readonly AudioEndpoint[];
  readonly videoInputs: readonly { id: string; name: string }[];
  readonly hid: readonly HidDevice[];
  readonly gamepads: readonly ListedGamepad[];
  readonly drivers: readonly DriverStatus[];
}

type Reported = Pick<CertifiedDevices, 'all' | 'takingOver'>;

const TAKEN_OVER: readonly TakenOver[] = [
  'echo_cancellation',
  'noise_suppression',
  'automatic_gain_control',
  'hardware_mute',
];

/** Creates the listing of `guildhall devices`. */
export function listDevices(plugged: PluggedDevices, reported: Reported): DeviceListing {
  const certified = reported.all;
  const isCertified = (type: DeviceType, id: string): boolean => certified.find(type, id) !== null;
  const audio = (direction: AudioEndpoint['direction']): ListedAudioEndpoint[] =>
    plugged.endpoints
      .filter((endpoint) => endpoint.direction === direction)
      .map(({ id, name, is_default }) => ({
        id,
        name,
        is_default,
        certified: isCertified(AUDIO_DEVICE_TYPES[direction], id),
        certification: certificationOf(reported, AUDIO_DEVICE_TYPES[direction], id),
      }));
  const videoInputs: ListedVideoInput[] = plugged.videoInputs.map(({ id, name }) => ({
    id,
    name,
    certified: isCertified(DEVICE_TYPES.VIDEO_INPUT, id),
  }));
  return {
    audio_inputs: audio('input'),
    audio_outputs: audio('output'),
    video_inputs: videoInputs,
    hid: plugged.hid.map(({ container, ...device }) => ({
      ...device,
      endpoint_ids: plugged.endpoints
        .filter((endpoint) => {
          const owner = certified.find(AUDIO_DEVICE_TYPES[endpoint.direction], endpoint.id);
          return isPartOf({ id: device.id, container }, endpoint, owner);
        })
        .map(({ id }) => id),
    })),
    gamepads: plugged.gamepads,
    drivers: plugged.drivers,
  };
}

function certificationOf(reported: Reported, type: DeviceType, id: string): DeviceCertification | null {
  const device = reported.all.find(type, id);
  if (device === null) return null;
  // The report of an application that is not approved certifies a device and takes over nothing.
  const effective: CertifiedDevice | null = reported.takingOver.find(type, id);
  const takes_over = TAKEN_OVER.filter((setting) => effective?.[setting] === true);
  return { vendor: device.vendor.name, model: device.model.name, takes_over };
}

/** The devices of one direction to choose from in voice settings: the default entry first. */
export function availableDevices(
  endpoints: readonly AudioEndpoint[],
  direction: AudioEndpoint['direction'],
): AvailableDevice[] {
  const choices = endpoints.filter((endpoint) => endpoint.direction === direction);
  return [DEFAULT_DEVICE, ...choices.map(({ id, name }) => ({ id, name }))];
}
