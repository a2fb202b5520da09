import Type from 'typebox';
import { GrantSchema } from '../../protocol/objects/application.js';
import { SnowflakeSchema } from '../../protocol/schema.js';
import { ControlError } from '../errors.js';
import { NoBody, operation } from '../operation.js';

/** A grant, and whether its application may record keys: for good, or on one of its connections. */
const ListedGrantSchema = Type.Object({ ...GrantSchema.properties, key_capture: Type.Boolean() });

export const listGrants = operation({
  name: 'List grants',
  summary: 'Returns what the person granted to which application.',
  method: 'GET',
  path: '/grants',
  access: 'cli-and-page',
  errors: ['refused', 'unavailable'],
  body: NoBody,
  reply: Type.Array(ListedGrantSchema),
  async handle({ control: { client, consent, sessions } }) {
    const onConnection = new Set(
      sessions.list().flatMap((one) => (one.key_capture ? [one.application.id] : [])),
    );
    return (await client.grants()).map((grant) => ({
      ...grant,
      key_capture:
        onConnection.has(grant.application.id) ||
        consent.allowsKeyCapture(client.user?.id ?? null, grant.application.id),
    }));
  },
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
    if (grant === undefined || !(await control.client.revokeGrant(grant.id))) {
      throw new ControlError(
        'not_found',
        `there is no grant ${params.id}`,
        'See them with: guildhall grants list',
      );
    }
    // What was allowed once says nothing about what was allowed for good.
    if (grant.once !== true) await control.consent.forget(grant.application.id);
    return { revoked: grant.id };
  },
});
