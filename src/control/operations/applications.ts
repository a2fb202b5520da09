import Type from 'typebox';
import { Nullable, SnowflakeSchema } from '../../protocol/schema.js';
import {
  CreatedApplicationSchema,
  RegisteredApplicationSchema,
} from '../applications/application-schemas.js';
import type { Caller } from '../caller.js';
import { requireAdministration } from '../context.js';
import { ControlError } from '../errors.js';
import { NoBody, serviceOperation } from '../operation.js';

/** A file of 256 KiB as base64, and the rest of an application. */
const ICON_BODY_BYTES = 512 * 1024;

const input = {
  name: Type.String(),
  description: Type.Optional(Type.String()),
  icon: Type.Optional(Nullable(Type.String())),
  /** by default the oldest user; only the command line may choose another one */
  owner_id: Type.Optional(SnowflakeSchema),
  rpc_origins: Type.Optional(Type.Array(Type.String())),
  redirect_uris: Type.Optional(Type.Array(Type.String())),
};

/**
 * Only the command line may choose the owner of an application: its tokens and the two-factor authentication of its bot are the
 * owner's.
 *
 * @throws {ControlError} forbidden
 */
function refuseOwnerFromPage(caller: Caller, { owner_id }: { readonly owner_id?: string }): void {
  if (caller !== 'cli' && owner_id !== undefined) {
    throw new ControlError(
      'forbidden',
      'Choose the owner of an application with: guildhall apps update --owner',
    );
  }
}

export const createApplication = serviceOperation({
  name: 'Create application',
  summary: 'Registers an application and returns its secrets, which no other reply shows.',
  method: 'POST',
  path: '/applications',
  access: 'cli-and-page',
  errors: ['refused', 'unavailable'],
  bodyBytes: ICON_BODY_BYTES,
  body: Type.Object({ ...input, bot: Type.Boolean(), approved: Type.Boolean() }),
  reply: CreatedApplicationSchema,
  async handle({ caller, control, body }) {
    refuseOwnerFromPage(caller, body);
    const created = await requireAdministration(control).createApplication(body);
    control.applicationChanged(caller, body.approved ? 'approved' : 'registered', created);
    return created;
  },
});

export const listApplications = serviceOperation({
  name: 'List applications',
  summary: 'Returns the registered applications.',
  method: 'GET',
  path: '/applications',
  access: 'cli-and-page',
  errors: ['unavailable'],
  body: NoBody,
  reply: Type.Array(RegisteredApplicationSchema),
  handle: ({ control }) => requireAdministration(control).listApplications(),
});

export const getApplication = serviceOperation({
  name: 'Get application',
  summary: 'Returns one registered application.',
  method: 'GET',
  path: '/applications/{id}',
  access: 'cli-and-page',
  errors: ['refused', 'unavailable'],
  body: NoBody,
  reply: RegisteredApplicationSchema,
  handle: ({ control, params }) => requireAdministration(control).getApplication(params.id),
});

export const updateApplication = serviceOperation({
  name: 'Update application',
  summary: 'Changes the fields of an application that are passed.',
  method: 'PATCH',
  path: '/applications/{id}',
  access: 'cli-and-page',
  errors: ['refused', 'unavailable'],
  bodyBytes: ICON_BODY_BYTES,
  body: Type.Partial(Type.Object(input)),
  reply: RegisteredApplicationSchema,
  async handle({ caller, control, params, body }) {
    refuseOwnerFromPage(caller, body);
    const application = await requireAdministration(control).updateApplication(params.id, body);
    // A further origin or redirect URI lets others act as it.
    control.applicationChanged(caller, 'changed', application);
    return application;
  },
});

export const resetSecret = serviceOperation({
  name: 'Reset secret',
  summary: 'Replaces the client secret of an application; no other reply shows the new one.',
  details: 'Tokens that the application has stay valid.',
  method: 'POST',
  path: '/applications/{id}/secret',
  access: 'cli-and-page',
  errors: ['refused', 'unavailable'],
  body: NoBody,
  reply: Type.Object({ id: SnowflakeSchema, client_secret: Type.String() }),
  async handle({ caller, control, params }) {
    const administration = requireAdministration(control);
    // First: after the reset, a failure would lose the new secret.
    const application = await administration.getApplication(params.id);
    const client_secret = await administration.resetSecret(params.id);
    control.applicationChanged(caller, 'given a new secret', application);
    return { id: params.id, client_secret };
  },
});

export const deleteApplication = serviceOperation({
  name: 'Delete application',
  summary: 'Deletes an application and everything that is remembered about it.',
  method: 'DELETE',
  path: '/applications/{id}',
  access: 'cli-and-page',
  errors: ['refused', 'unavailable'],
  body: Type.Object({ delete_guilds: Type.Optional(Type.Boolean()) }),
  reply: Type.Object({ deleted: SnowflakeSchema }),
  async handle({ control, params, body }) {
    await requireAdministration(control).deleteApplication(params.id, body.delete_guilds ?? false);
    await control.applicationForgotten(params.id);
    return { deleted: params.id };
  },
});

export const setApproved = serviceOperation({
  name: 'Set approval',
  summary: 'Approves an application for all users, or withdraws the approval.',
  method: 'POST',
  path: '/applications/{id}/approved',
  access: 'cli-and-page',
  errors: ['refused', 'unavailable'],
  body: Type.Object({ approved: Type.Boolean() }),
  reply: RegisteredApplicationSchema,
  async handle({ caller, control, params, body }) {
    const application = await requireAdministration(control).setApproved(params.id, body.approved);
    control.applicationChanged(caller, body.approved ? 'approved' : 'unapproved', application);
    return application;
  },
});

export const changeTesters = serviceOperation({
  name: 'Change testers',
  summary: 'Adds testers to an application and removes others.',
  method: 'POST',
  path: '/applications/{id}/testers',
  access: 'cli-and-page',
  errors: ['refused', 'unavailable'],
  body: Type.Object({ add: Type.Array(SnowflakeSchema), remove: Type.Array(SnowflakeSchema) }),
  reply: RegisteredApplicationSchema,
  async handle({ caller, control, params, body }) {
    const { add, remove } = body;
    const application = await requireAdministration(control).changeTesters(params.id, add, remove);
    if (add.length > 0) control.applicationChanged(caller, 'given testers', application);
    return application;
  },
});
