import Type from 'typebox';
import { WaitingConsentSchema } from '../consent/waiting-consent.js';
import { ControlError } from '../errors.js';
import { NoBody, operation } from '../operation.js';

const decided = Type.Object({
  id: Type.String(),
  allowed: Type.Boolean(),
  /** whether it lasts until it is revoked; otherwise it ends with the connection, or was never allowed */
  lasting: Type.Boolean(),
});

export const listConsents = operation({
  name: 'List consents',
  summary: 'Returns the requests that wait for the person, oldest first.',
  method: 'GET',
  path: '/consents',
  access: 'cli-and-page',
  errors: [],
  body: NoBody,
  reply: Type.Array(WaitingConsentSchema),
  handle: ({ control }) => control.consent.waiting(),
});

export const approveConsent = operation({
  name: 'Approve consent',
  summary: 'Approves a waiting request, once or until it is revoked.',
  details: '`key_capture` also allows the application to record keys.',
  method: 'POST',
  path: '/consents/{id}/approve',
  access: 'cli-and-page',
  errors: ['not_found', 'refused'],
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

export const denyConsent = operation({
  name: 'Deny consent',
  summary: 'Denies a waiting request.',
  method: 'POST',
  path: '/consents/{id}/deny',
  access: 'cli-and-page',
  errors: ['not_found'],
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
    `there is no pending request ${id}`,
    'See what waits with: guildhall consent list',
  );
}
