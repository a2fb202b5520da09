import Type from 'typebox';
import { CertifiedDeviceSchema } from '../../protocol/rpc/certified-device.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { onlyKnown } from '../../protocol/schema.js';
import { command } from '../dispatch/command.js';

/** How many devices one vendor tool may report. With all fields and four related ones each they fit a frame (`rpc_max_frame_values`). */
const MAX_DEVICES = 128;

export const setCertifiedDevices = command({
  name: 'SET_CERTIFIED_DEVICES',
  summary: 'Replaces the certified devices that this application reported before.',
  details:
    "A report ends with its connection. With `POST /rpc` a vendor's tool reports without a connection: that report lasts until the next one or for `rpc_max_device_report_seconds`, and is refused unless the application is approved or the person is one of its testers. " +
    'While a reported device is plugged in it takes over voice settings (see GET_VOICE_SETTINGS); a report without a connection does so only for an approved application.',
  access: { scopes: ['rpc'] },
  withoutPerson: true,
  args: Type.Object({ devices: Type.Array(CertifiedDeviceSchema, { maxItems: MAX_DEVICES }) }),
  data: Type.Null(),
  errors: ['INVALID_PERMISSIONS'],
  handle({ hardware, limits, session }, { devices }) {
    const known = devices.map((device) => onlyKnown(CertifiedDeviceSchema, device));
    const { capabilities, access } = session;
    // What a connection reported ends with it.
    const lifetimeMs = capabilities.hasSubscriptions ? null : limits.deviceReportSeconds * 1000;
    const takesOver = capabilities.hasPerson || access === 'approved';
    const maxBytes = limits.deviceReportBytes;
    const terms = { application: session.application.id, maxBytes, lifetimeMs, takesOver };
    if (!hardware.certifiedDevices.set(session.id, known, terms)) {
      throw rpcErrors.invalidPayload(
        `No more than ${maxBytes} bytes of certified devices of one application`,
      );
    }
    return null;
  },
});
