import Type from 'typebox';
import { messageOf } from '../../platform/errors.js';
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
    if (grant === undefined) throw unknownGrant(params.id);
    // First, so that no request is allowed by what is remembered once the grant is gone; a disk that is full must not prevent
    // the revocation. What was allowed once says nothing about what was allowed for good.
    const forgotten = grant.once === true ? Promise.resolve() : control.consent.forget(grant.application.id);
    const [revocation, saved] = await Promise.allSettled([control.client.revokeGrant(grant.id), forgotten]);
    if (revocation.status === 'rejected') throw revocation.reason;
    if (!revocation.value) throw unknownGrant(params.id);
    // The connection that it was given to may not have used it yet, and so is not closed.
    if (grant.once === true) await control.sessions.withdrawKeyCapture(grant.application.id);
    if (saved.status === 'rejected') {
      throw new ControlError(
        'refused',
        `the grant is revoked; its remembered answer: ${messageOf(saved.reason)}`,
        'Make the disk of the home writable: saving it is repeated every 10 seconds.',
      );
    }
    return { revoked: grant.id };
  },
});

function unknownGrant(id: string): ControlError {
  return new ControlError('not_found', `there is no grant ${id}`, 'See them with: guildhall grants list');
}
