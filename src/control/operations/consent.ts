import Type from 'typebox';
import { SnowflakeSchema } from '../../protocol/schema.js';
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

export const forgetRemembered = operation({
  name: 'Forget remembered answer',
  summary: 'Forgets an answer, so that the application has to ask again.',
  details: 'What it was granted stays.',
  method: 'DELETE',
  path: '/remembered/{id}',
  access: 'cli-and-page',
  errors: ['not_found', 'refused'],
  body: NoBody,
  reply: Type.Object({ forgotten: Type.String() }),
  async handle({ control: { client, consent }, params }) {
    if (!(await consent.forgetRemembered(client.user?.id ?? null, params.id))) {
      throw new ControlError('not_found', `there is no remembered answer ${params.id}`);
    }
    return { forgotten: params.id };
  },
});

export const withdrawKeyCapture = operation({
  name: 'Withdraw key capture',
  summary: 'Withdraws the permission to record keys from an application and ends its capture.',
  details: 'Everything else that was allowed stays.',
  method: 'DELETE',
  path: '/applications/{id}/key-capture',
  access: 'cli-and-page',
  errors: ['refused'],
  body: NoBody,
  reply: Type.Object({ withdrawn: SnowflakeSchema }),
  async handle({ control: { client, consent, sessions }, params }) {
    const withdrawn = consent.withdrawKeyCapture(client.user?.id ?? null, params.id);
    // The capture ends also if the withdrawal could not be saved; that it continues is the worse of two errors.
    const results = await Promise.allSettled([sessions.withdrawKeyCapture(params.id), withdrawn]);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return { withdrawn: params.id };
  },
});
