import { writeFile } from 'node:fs/promises';
import type { Finding } from '#guildhall/control/doctor/finding.js';
import type { Facts } from '#guildhall/control/health/read-facts.js';
import type { ControlHarness } from '../../control/control-harness.js';
import { NOW } from './moments.js';

const HOME = '/home/ada/.local/share/guildhall';

/** What is said of the machine: the one of the tests has others. */
export const FACTS: Facts = {
  ...{ version: '0.1.0', node: '20.20.2', system: 'linux 6.1.0-18-amd64 x64', addon_missing: null },
  ...{ home: HOME, store_bytes: 8_400_000, log: `${HOME}/guildhall.log`, log_bytes: 61_200 },
  backups: `${HOME}/backups`,
};

export const FINDINGS: readonly Finding[] = [
  problem('warning', 'drivers', 'driver_unavailable', {
    message: 'gamepad: no permission to read /dev/input/event7 (Pocket Gamepad)',
    hint: 'Give access to input devices.',
    command: 'guildhall doctor --fix',
  }),
  problem('warning', 'refusals', 'origin_refused', {
    message: 'Chess connected from http://localhost:8080, which is not one of its origins',
    hint: 'Register the origin, if it is the application’s.',
    command: 'guildhall apps update 417719834231439102 --origin http://localhost:8080',
  }),
  fine('node', 'Node.js 20.20.2'),
  fine('home', HOME),
  fine('disk', '212 GB free'),
  fine('rpc ports', 'listening on 6463'),
  fine('sound', '2 microphones, 2 speakers'),
];

/** Writes the log that the view shows. */
export function writeLog({ files }: ControlHarness): Promise<void> {
  const lines: [number, string, object][] = [
    [30, 'started the RPC server', { port: 6463 }],
    [30, 'connected to the service', {}],
    [30, 'started a driver', { driver: 'audio', pid: 830 }],
    [40, 'the driver is unavailable', { driver: 'gamepad' }],
    [30, 'an application connected', { application: 'Stream Overlay' }],
    [40, 'refused a client', { reason: 'origin', origin: 'http://localhost:8080' }],
    [50, 'failed to measure an audio input', { input: 'built-in' }],
    [30, 'an application was authorized', { application: 'Stream Overlay' }],
  ];
  const text = lines.map(([level, msg, fields], index) =>
    JSON.stringify({ level, time: NOW - (lines.length - index) * 47_000, ...fields, msg }),
  );
  return writeFile(files.log, `${text.join('\n')}\n`);
}

function problem(
  level: Finding['level'],
  check: string,
  code: string,
  texts: Pick<Finding, 'command' | 'hint' | 'message'>,
): Finding {
  return { level, check, code, section: null, ...texts };
}

function fine(check: string, message: string): Finding {
  return { level: 'ok', check, code: null, message, hint: null, command: null, section: null };
}
