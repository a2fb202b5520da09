import Type from 'typebox';
import { GrantSchema } from '../../protocol/objects/application.js';
import { SnowflakeSchema } from '../../protocol/schema.js';
import { ControlError } from '../errors.js';
import { NoBody } from '../no-body.js';
import { operation } from '../operation.js';

/** What the person granted, to which application. */
export const listGrants = operation({
  method: 'GET',
  path: '/grants',
  page: true,
  body: NoBody,
  reply: Type.Array(GrantSchema),
  handle: ({ control }) => control.client.grants(),
});

/** Takes a grant back: the application's sessions end at once, and it has to ask again. */
export const revokeGrant = operation({
  method: 'DELETE',
  path: '/grants/:id',
  page: true,
  body: NoBody,
  reply: Type.Object({ revoked: SnowflakeSchema }),
  async handle({ control, params }) {
    const grant = (await control.client.grants()).find((one) => one.id === params.id);
    if (grant === undefined || !(await control.client.revokeGrant(grant.id))) {
      throw new ControlError(
        'not_found',
        `there is no grant ${params.id}`,
        'See them with: guildhall grants list',
      );
    }
    await control.consent.forget(grant.application.id);
    return { revoked: grant.id };
  },
});
