import type { Command } from 'commander';
import { type Devices, listDevices, watchDevices } from '../../control/operations/devices.js';
import { driversText } from '../status.js';
import type { AddCommand, Invocation } from '../support/invocation.js';
import { type Cell, table } from '../support/table.js';

/** `guildhall devices`: lists plugged-in devices. */
export const addDevices: AddCommand = (program, run) => {
  program
    .command('devices')
    .description('show sound, video, HID and gamepad devices and the state of each driver')
    .option('--watch', 'show them again whenever they change; with --json one value a line')
    .action((options: { watch?: boolean }, command: Command) =>
      run(command, async (invocation) => {
        if (options.watch) return watch(invocation);
        invocation.result(await invocation.daemon.call(listDevices, {}, {}), devicesText);
      }),
    );
};

async function watch({ daemon, nextResult, terminal }: Invocation): Promise<void> {
  const changes = daemon.stream(watchDevices, {}, {}, terminal.interrupted);
  for await (const devices of changes) nextResult(devices, (value) => `${devicesText(value)}\n`);
}

function devicesText(devices: Devices): string {
  const rows: Cell[][] = [
    ...endpoints('audio input', devices.audio_inputs),
    ...endpoints('audio output', devices.audio_outputs),
    ...devices.video_inputs.map((one) => ['video input', one.name, one.id, one.certified ? 'certified' : '']),
    ...devices.hid.map((one) => ['hid', one.name, one.id, hidNotes(one, devices)]),
    ...devices.gamepads.map((one) => ['gamepad', one.name, one.id, gamepadNote(one)]),
  ];
  return `${table(['KIND', 'NAME', 'ID', 'NOTE'], rows, 'no devices')}\n\n${driversText(devices.drivers)}`;
}

function endpoints(kind: string, list: Devices['audio_inputs']): Cell[][] {
  return list.map((one) => {
    const notes = [one.is_default && 'default', one.certified && 'certified'];
    return [kind, one.name, one.id, notes.filter((note) => note !== false).join(', ')];
  });
}

/** The numbers of a HID device, and the audio endpoints it belongs to. */
function hidNotes(device: Devices['hid'][number], devices: Devices): string {
  const endpoints = [...devices.audio_inputs, ...devices.audio_outputs];
  const names = endpoints.filter(({ id }) => device.endpoint_ids.includes(id)).map(({ name }) => name);
  const numbers = `${hex(device.vendor_id)}:${hex(device.product_id)}`;
  return [numbers, ...new Set(names)].join(', ');
}

/** A gamepad with an unknown layout can be added to a mapping file; its line begins with the GUID. */
function gamepadNote({ mapping, guid }: Devices['gamepads'][number]): string {
  if (mapping === 'none') return `no mapping for ${guid}`;
  return mapping === 'file' ? 'mapped by the mapping file' : '';
}

function hex(number: number): string {
  return number.toString(16).padStart(4, '0');
}
