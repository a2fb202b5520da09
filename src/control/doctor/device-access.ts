import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { loadNativeAddon } from '../../platform/native.js';
import { type Check, ok, type Result, warning } from './finding.js';

/** A file of /dev that a driver reads. */
export interface DeviceNode {
  readonly path: string;
  readonly readable: boolean;
}

const MEND =
  'guildhall doctor --fix installs a udev rule for it. It lets every program of whoever sits at this machine read what is typed.';

/** Whether this person may read keyboards, mice and gamepads (/dev/input) and HID devices (/dev/hidraw*). */
export const deviceAccess: Check = {
  name: 'device access',
  async run({ platform }) {
    if (platform !== 'linux') return [ok('up to the system')];
    return judgeAccess([...inputNodes(), ...(await hidNodes())]);
  },
};

export function judgeAccess(nodes: readonly DeviceNode[]): Result[] {
  const denied = nodes.filter(({ readable }) => !readable);
  if (nodes.length === 0) return [ok('no input and HID devices are plugged in')];
  if (denied.length === 0) return [ok(`${nodes.length} input and HID devices may be read`)];
  const which = denied.map(({ path }) => path).join(', ');
  return [
    warning(`no permission to read ${which}: no keys outside X11, no gamepads, no headset buttons`, MEND),
  ];
}

function inputNodes(): DeviceNode[] {
  const devices = loadNativeAddon().addon?.evdev?.listDevices() ?? [];
  return devices
    .filter(({ keyboard, mouse, gamepad }) => keyboard || mouse || gamepad)
    .map(({ node, readable }) => ({ path: node, readable }));
}

async function hidNodes(): Promise<DeviceNode[]> {
  const names = (await readdir('/dev')).filter((name) => name.startsWith('hidraw'));
  return Promise.all(
    names.map(async (name) => {
      const path = `/dev/${name}`;
      const readable = await access(path, constants.R_OK).then(
        () => true,
        () => false,
      );
      return { path, readable };
    }),
  );
}
