import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { loadEvdev } from '../../platform/native/evdev.js';
import { type Check, ok, problem, type Result } from './finding.js';

/** A device file that a driver reads. */
export interface DeviceNode {
  readonly path: string;
  /** what it is read for */
  readonly use: 'keys outside X11' | 'gamepads' | 'buttons of headsets';
  readonly readable: boolean;
}

const HINT =
  'A udev rule gives the user at this seat access, and so does the group: sudo usermod -aG input USER, then log in again, or restart the machine if the daemon starts with it. All programs of that user can then read what is typed.';

/** Checks that this person may read keyboards, mice and gamepads (/dev/input) and HID devices (/dev/hidraw*). */
export const deviceAccess: Check = {
  name: 'device access',
  isForDaemonsOnly: true,
  async run({ platform }) {
    if (platform === 'win32') return [ok('keys are read in all windows but those of administrators')];
    if (platform !== 'linux') return [ok('up to the system')];
    return checkDeviceAccess([...inputNodes(), ...(await hidNodes())]);
  },
};

export function checkDeviceAccess(nodes: readonly DeviceNode[]): Result[] {
  const denied = nodes.filter(({ readable }) => !readable);
  if (nodes.length === 0) return [ok('no input or HID devices are plugged in')];
  if (denied.length === 0) return [ok(`${nodes.length} input and HID devices are readable`)];
  const paths = denied.map(({ path }) => path).join(', ');
  const lost = [...new Set(denied.map(({ use }) => `no ${use}`))].join(', ');
  return [
    problem('device_unreadable', `no permission to read ${paths}: ${lost}`, {
      hint: HINT,
      command: 'sudo guildhall doctor --fix',
    }),
  ];
}

function inputNodes(): DeviceNode[] {
  const devices = loadEvdev().binding?.listDevices() ?? [];
  return devices
    .filter(({ keyboard, mouse, gamepad }) => keyboard || mouse || gamepad)
    .map(({ node, gamepad, readable }) => ({
      path: node,
      use: gamepad ? 'gamepads' : 'keys outside X11',
      readable,
    }));
}

async function hidNodes(): Promise<DeviceNode[]> {
  const names = (await readdir('/dev')).filter((name) => name.startsWith('hidraw'));
  return Promise.all(
    names.map(async (name): Promise<DeviceNode> => {
      const path = `/dev/${name}`;
      const readable = await access(path, constants.R_OK).then(
        () => true,
        () => false,
      );
      return { path, use: 'buttons of headsets', readable };
    }),
  );
}
