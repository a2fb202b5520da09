import type { RunningDaemon } from '#guildhall/control/doctor/finding.js';

/** A daemon in which no check finds a problem. */
export const healthyDaemon: RunningDaemon = {
  rpcPort: 6463,
  ipc: null,
  api: { url: 'http://127.0.0.1:6480/api', embedded: true, connected: true, damage: null },
  hasAccount: true,
  lastFrameAt: null,
  userId: '1',
  refusals: { list: () => [] },
  findApplication: async () => null,
  findAccess: async () => 'none',
  checkDrivers: async () => [{ name: 'audio', state: 'running', reason: null, hint: null }],
  countAudioEndpoints: async () => ({ inputs: 1, outputs: 1, hasDefaultInput: true }),
  checkNotifications: async () => ({ available: true, reason: null }),
};
