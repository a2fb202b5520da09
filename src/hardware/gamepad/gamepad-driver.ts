import { missingModuleHint, type NativeListener } from '../../platform/native/binding.js';
import { type GamepadsBinding, loadGamepads, type NativeGamepad } from '../../platform/native/gamepads.js';
import { DriverUnavailableError } from '../errors.js';
import { hostedDriver } from '../host/driver.js';
import { EVENT_NODES_HINT } from '../input/evdev-access.js';
import { watchDeviceNodes } from '../watch-device-nodes.js';
import { gamepadButton } from './gamepad-buttons.js';
import type { GAMEPAD } from './gamepad-contract.js';
import { listedGamepads } from './listed-gamepads.js';
import { readMappingFile } from './mapping-file.js';

/** Lists gamepads, and reports their buttons while requested. Runs only in its own process. */
export const gamepadDriver = hostedDriver<typeof GAMEPAD>(async (emit) => {
  const gamepads = requireGamepads();
  const mappings = await readMappingFile(
    process.env,
    (text) => new gamepads.Mappings(text),
    (problem) => emit('warning', problem),
  );
  requireReadable(gamepads.list(mappings));
  watchDeviceNodes('/dev/input', /^event\d+$/, () => emit('changed', null));
  let listener: NativeListener | null = null;
  return {
    requests: {
      devices: async () => listedGamepads(gamepads.list(mappings)),
      listen: async () => {
        listener ??= new gamepads.Listener(mappings, (index, down) => {
          const key = gamepadButton(index);
          if (key !== null) emit('key', { key, down });
        });
        return gamepads.list(mappings).some(({ mapping, readable }) => readable && mapping !== 'none');
      },
      unlisten: async () => {
        listener?.stop();
        listener = null;
        return null;
      },
    },
  };
});

function requireGamepads(): GamepadsBinding {
  const loaded = loadGamepads();
  if (loaded.binding === null)
    throw new DriverUnavailableError('gamepad', loaded.reason, missingModuleHint());
  return loaded.binding;
}

/** One readable gamepad is enough; an unreadable one may belong to another user on another seat. */
function requireReadable(gamepads: readonly NativeGamepad[]): void {
  const [first] = gamepads;
  if (first === undefined || gamepads.some(({ readable }) => readable)) return;
  throw new DriverUnavailableError(
    'gamepad',
    `no permission to read the gamepad ${first.name}`,
    EVENT_NODES_HINT,
  );
}
