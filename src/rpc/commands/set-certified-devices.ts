import Type from 'typebox';
import { CertifiedDeviceSchema } from '../../protocol/rpc/certified-device.js';
import { onlyKnown } from '../../protocol/schema.js';
import { command } from '../command.js';

/** How many devices one vendor tool may report. */
const MOST_DEVICES = 256;

/**
 * SET_CERTIFIED_DEVICES: replaces what this application reported before; forgotten when it disconnects. By
 * POST /rpc a vendor's tool reports without a connection; that holds until it reports again, or for
 * `rpc_max_device_report_seconds`, and is refused unless the application is approved or the person one of its testers. While a
 * reported device is plugged in it takes over voice settings: see GET_VOICE_SETTINGS. A report without a connection does so
 * only for an approved application.
 */
export const setCertifiedDevices = command({
  cmd: 'SET_CERTIFIED_DEVICES',
  access: { scopes: ['rpc'] },
  withoutPerson: true,
  args: Type.Object({ devices: Type.Array(CertifiedDeviceSchema, { maxItems: MOST_DEVICES }) }),
  data: Type.Null(),
  errors: ['INVALID_PERMISSIONS'],
  handle({ hardware, limits, session }, { devices }) {
    const known = devices.map((device) => onlyKnown(CertifiedDeviceSchema, device));
    const { capabilities, access } = session;
    // What a connection reported ends with it.
    const lifetimeMs = capabilities.hasSubscriptions ? null : limits.deviceReportSeconds * 1000;
    const takesOver = capabilities.hasPerson || access === 'approved';
    hardware.certifiedDevices.set(session.id, known, lifetimeMs, takesOver);
    return null;
  },
});
