import Type from 'typebox';
import { DEFAULT_DEVICE } from '../../protocol/rpc/voice-settings.js';
import { findEndpoint } from '../../voice/plugged-devices.js';
import type { ControlContext } from '../context.js';
import { refusalLookups } from '../doctor/current-refusals.js';
import { examine } from '../doctor/examine.js';
import { FindingSchema, type RunningDaemon } from '../doctor/finding.js';
import { NoBody, operation } from '../operation.js';

export const runDoctor = operation({
  name: 'Run doctor',
  summary: 'Checks the machine, the home and this daemon.',
  method: 'POST',
  path: '/doctor',
  access: 'cli-and-page',
  errors: [],
  body: NoBody,
  reply: Type.Array(FindingSchema),
  handle: ({ control }) =>
    examine({
      home: control.files.home,
      environment: process.env,
      platform: process.platform,
      nodeVersion: process.versions.node,
      daemon: runningDaemon(control),
      daemonSilence: null,
      homeProcess: null,
      startChecks: control.startChecks,
      role: 'daemon',
      flags: {},
      now: control.clock.now(),
    }),
});

function runningDaemon(control: ControlContext): RunningDaemon {
  const { client, hardware, notifier, refusals, status } = control;
  const { rpc, api } = status();
  return {
    rpcPort: rpc.port,
    api,
    hasAccount: client.token !== null,
    userId: client.user?.id ?? null,
    lastFrameAt: client.lastFrameAt,
    refusals,
    ...refusalLookups(control),
    checkDrivers: () => hardware.checkDrivers(),
    checkNotifications: () => notifier.check(),
    countAudioEndpoints: async () => {
      const endpoints = await hardware.audio.endpoints();
      const inputs = endpoints.filter(({ direction }) => direction === 'input').length;
      const hasDefaultInput = findEndpoint(endpoints, 'input', DEFAULT_DEVICE.id) !== undefined;
      return { inputs, outputs: endpoints.length - inputs, hasDefaultInput };
    },
  };
}
