import Type from 'typebox';
import { WaitingConsentSchema } from '../consent/waiting-consent.js';
import { ControlError } from '../errors.js';
import { NoBody } from '../no-body.js';
import { operation } from '../operation.js';

const decided = Type.Object({
  id: Type.String(),
  allowed: Type.Boolean(),
  /** whether it lasts until it is revoked; otherwise it ends with the connection, or was never allowed */
  lasting: Type.Boolean(),
});

/** The requests that wait for the person, oldest first. */
export const listConsents = operation({
  method: 'GET',
  path: '/consents',
  page: true,
  body: NoBody,
  reply: Type.Array(WaitingConsentSchema),
  handle: ({ control }) => control.consent.waiting(),
});

/** Lets the application of a waiting request in, once or also from now on, and to record keys if that is said. */
export const approveConsent = operation({
  method: 'POST',
  path: '/consents/:id/approve',
  page: true,
  body: Type.Object({ remember: Type.Boolean(), key_capture: Type.Optional(Type.Boolean()) }),
  reply: decided,
  async handle({ control, params, body }) {
    const { remember, key_capture: keyCapture = false } = body;
    const waiting = control.consent.waiting().find(({ id }) => id === params.id);
    if (keyCapture && waiting?.key_capture === false) {
      throw new ControlError('invalid', 'this request cannot include recording keys', 'Approve it without.');
    }
    const decision = remember ? 'allow' : 'allow-once';
    if (!(await control.consent.decide(params.id, decision, keyCapture))) throw goneConsent(params.id);
    return { id: params.id, allowed: true, lasting: remember };
  },
});

/** Turns a waiting request down. */
export const denyConsent = operation({
  method: 'POST',
  path: '/consents/:id/deny',
  page: true,
  body: NoBody,
  reply: decided,
  async handle({ control, params }) {
    if (!(await control.consent.decide(params.id, 'deny'))) throw goneConsent(params.id);
    return { id: params.id, allowed: false, lasting: false };
  },
});

function goneConsent(id: string): ControlError {
  return new ControlError(
    'not_found',
    `no request ${id} waits`,
    'See what waits with: guildhall consent list',
  );
}
