import { REPORT_TERMS } from '../../helpers/report-terms.js';
import type { MockHardware } from '../../mocks/mock-hardware.js';

export const MICROPHONE = { id: 'microphone', name: 'Acme Studio One', direction: 'input' } as const;
export const HEADPHONES = { id: 'headphones', name: 'Acme Headset', direction: 'output' } as const;

/** Plugs in devices, one of them certified; the driver of gamepads lacks a permission. */
export function addDevices(hardware: MockHardware): void {
  const { sound, certifiedDevices } = hardware;
  sound.plug({ ...MICROPHONE, is_default: true });
  sound.plug({ id: 'built-in', name: 'Built-in microphone', direction: 'input', is_default: false });
  sound.plug({ ...HEADPHONES, is_default: true, container: 'usb:1' });
  sound.plug({ id: 'speakers', name: 'Built-in speakers', direction: 'output', is_default: false });
  const vendor = { name: 'Acme', url: 'https://acme.example' };
  const model = { name: 'Studio One', url: 'https://acme.example/one' };
  certifiedDevices.set(
    'Acme',
    [
      {
        ...{ type: 'audioinput', id: MICROPHONE.id, vendor, model, related: [] },
        ...{ echo_cancellation: true, noise_suppression: true },
      },
    ],
    REPORT_TERMS,
  );
  hardware.videoInputs.push({ id: 'camera', name: 'Desk camera' });
  hardware.hid.push({
    ...{ id: 'buttons', name: 'Acme Headset buttons', container: 'usb:1' },
    ...{ vendor_id: 1, product_id: 2, usage_page: 11, usage: 5 },
  });
  hardware.setUnavailable(
    'gamepad',
    'no permission to read /dev/input/event7 (Pocket Gamepad)',
    'Give access to input devices with: guildhall doctor --fix',
  );
}
