import Type from 'typebox';
import { DEFAULT_DEVICE } from '../../protocol/rpc/voice-settings.js';
import { findEndpoint } from '../../voice/plugged-devices.js';
import type { ControlContext } from '../context.js';
import { examine } from '../doctor/examine.js';
import { type CheckContext, FindingSchema, type RunningDaemon } from '../doctor/finding.js';
import { refusalLookups } from '../doctor/refusals.js';
import { NoBody, streamOperation } from '../operation.js';

export const runDoctor = streamOperation({
  name: 'Run doctor',
  summary:
    'Checks the machine, the home and this daemon; sends what each check is before it runs, and then all findings.',
  method: 'POST',
  path: '/doctor',
  access: 'cli-and-page',
  errors: [],
  body: NoBody,
  item: Type.Union([
    /** a check and the server that it asks, e.g. `display (the X display :0)` */
    Type.Object({ part: Type.Literal('check'), value: Type.String() }),
    Type.Object({ part: Type.Literal('findings'), value: Type.Array(FindingSchema) }),
  ]),
  async handle({ control }, emit) {
    const onCheck = (value: string) => emit({ part: 'check', value });
    emit({ part: 'findings', value: await examine({ ...contextOf(control), onCheck }) });
  },
});

function contextOf(control: ControlContext): CheckContext {
  return {
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
    clock: control.clock,
  };
}

function runningDaemon(control: ControlContext): RunningDaemon {
  const { client, hardware, notifier, refusals, status } = control;
  const { rpc, api, ipc = null } = status();
  return {
    rpcPort: rpc.port,
    ipc,
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
