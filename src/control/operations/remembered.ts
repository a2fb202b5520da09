import Type from 'typebox';
import { SnowflakeSchema } from '../../protocol/schema.js';
import { ControlError } from '../errors.js';
import { NoBody, operation } from '../operation.js';

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
    // The capture ends also if the withdrawal could not be saved; that it goes on is the worse of two errors.
    const results = await Promise.allSettled([sessions.withdrawKeyCapture(params.id), withdrawn]);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return { withdrawn: params.id };
  },
});
