import type { UnitSetting } from './unit-text.js';

/**
 * What the system units may not do, in addition to what DynamicUser takes. MemoryDenyWriteExecute is impossible: V8
 * compiles at run time.
 */
export const HARDENING: readonly UnitSetting[] = [
  ['UMask', '0077'],
  ['NoNewPrivileges', 'yes'],
  ['CapabilityBoundingSet', ''],
  ['AmbientCapabilities', ''],
  ['ProtectSystem', 'strict'],
  ['ProtectHome', 'yes'],
  ['PrivateTmp', 'yes'],
  ['PrivateDevices', 'yes'],
  ['PrivateUsers', 'yes'],
  ['DevicePolicy', 'closed'],
  ['ProtectClock', 'yes'],
  ['ProtectControlGroups', 'yes'],
  ['ProtectHostname', 'yes'],
  ['ProtectKernelLogs', 'yes'],
  ['ProtectKernelModules', 'yes'],
  ['ProtectKernelTunables', 'yes'],
  ['ProtectProc', 'invisible'],
  ['ProcSubset', 'pid'],
  ['RemoveIPC', 'yes'],
  ['RestrictAddressFamilies', 'AF_UNIX AF_INET AF_INET6'],
  ['RestrictNamespaces', 'yes'],
  ['RestrictRealtime', 'yes'],
  ['RestrictSUIDSGID', 'yes'],
  ['LockPersonality', 'yes'],
  ['KeyringMode', 'private'],
  ['SystemCallArchitectures', 'native'],
  ['SystemCallFilter', '@system-service'],
  ['SystemCallFilter', '~@privileged @resources'],
  ['SystemCallErrorNumber', 'EPERM'],
  // Only this machine: others connect through a proxy.
  ['IPAddressDeny', 'any'],
  ['IPAddressAllow', 'localhost'],
];
