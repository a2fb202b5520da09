import { driverContract } from '../host/contract.js';
import { KEY_REQUESTS, KeyEventSchema } from './key-event.js';

/** Keys and mouse buttons of the whole desktop, regardless of which window has the focus. */
export const KEYBOARD_MOUSE = driverContract({
  name: 'keyboard-mouse',
  requests: KEY_REQUESTS,
  events: { key: KeyEventSchema },
  patienceMs: 2000,
  graceMs: 5000,
});
