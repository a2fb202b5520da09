import Type from 'typebox';
import { SnowflakeSchema } from '../../protocol/schema.js';
import { ListedGrantSchema, readGrants } from '../applications/listed-grants.js';
import { ControlError } from '../errors.js';
import { NoBody, operation } from '../operation.js';

export const listGrants = operation({
  name: 'List grants',
  summary: 'Returns what the person granted to which application.',
  method: 'GET',
  path: '/grants',
  access: 'cli-and-page',
  errors: ['refused', 'unavailable'],
  body: NoBody,
  reply: Type.Array(ListedGrantSchema),
  handle: ({ control }) => readGrants(control),
});

export const revokeGrant = operation({
  name: 'Revoke grant',
  summary: 'Revokes a grant, which ends the sessions of its application.',
  method: 'DELETE',
  path: '/grants/{id}',
  access: 'cli-and-page',
  errors: ['not_found', 'refused', 'unavailable'],
  body: NoBody,
  reply: Type.Object({ revoked: SnowflakeSchema }),
  async handle({ control, params }) {
    const grant = (await control.client.grants()).find((one) => one.id === params.id);
    // First, so that no request is allowed by what is remembered once the grant is gone. What was allowed once says nothing
    // about what was allowed for good.
    if (grant !== undefined && grant.once !== true) await control.consent.forget(grant.application.id);
    if (grant === undefined || !(await control.client.revokeGrant(grant.id))) {
      throw new ControlError(
        'not_found',
        `there is no grant ${params.id}`,
        'See them with: guildhall grants list',
      );
    }
    return { revoked: grant.id };
  },
});
