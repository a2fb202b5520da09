import type { Static, TSchema } from 'typebox';
import type { ChatClient } from '../../client/client.js';
import { decoder } from '../../client/decode.js';
import { ServiceError } from '../../client/service-error.js';
import { waitUntil } from '../../platform/async/wait-until.js';
import { fillPath, type PathParameters } from '../../protocol/declaration/path-template.js';
import type { PermissionName } from '../../protocol/permissions.js';
import { REST_ERRORS } from '../../protocol/rest/errors.js';
import { type ControlContext, requireSignedIn } from '../context.js';
import { ControlError, type ControlErrorCode } from '../errors.js';
import { NoBody, type Operation, type OperationData, operation } from '../operation.js';

/** How long a change may take to arrive in the client's state, in milliseconds; it is stored already. */
const ARRIVAL_MS = 2_000;

const ERRORS: readonly ControlErrorCode[] = ['not_found', 'refused', 'unavailable'];

interface PersonOperationData<Path extends string, Body extends TSchema, Reply extends TSchema>
  extends Omit<OperationData<Path>, 'access' | 'errors'> {
  readonly body: Body;
  readonly reply: Reply;
  /** method and path of the REST operation, with parameters of `path`, e.g. `PUT /guilds/{id}/bans/{user}` */
  readonly rest: string;
  /** the permission that the person needs in the guild, for the error of those who lack it */
  readonly permission?: PermissionName;
  /** whether it removes a member, `user` or the person: an owner cannot be removed, so no permission helps them */
  readonly removesMember?: true;
  /** whether the client's state has the change: then the next command finds it by its name */
  hasArrived?(state: ChatClient['state'], reply: Static<Reply>, params: PathParameters<Path>): boolean;
  /** called when it succeeded */
  after?(control: ControlContext, reply: Static<Reply>): void;
}

/**
 * Declares an operation that is a REST request of the person: their rights decide, and what it changes is in the audit
 * log as theirs.
 */
export function personOperation<Path extends string, Body extends TSchema, Reply extends TSchema>({
  rest,
  permission,
  removesMember,
  hasArrived,
  after,
  ...data
}: PersonOperationData<Path, Body, Reply>): Operation<Path, Static<Body>, Static<Reply>> {
  const [method = '', path = ''] = rest.split(' ');
  const decode = decoder(data.reply);
  const hasBody = (data.body as TSchema) !== NoBody;
  return operation({
    ...data,
    access: 'cli-and-page',
    errors: ERRORS,
    async handle({ control, params, body }) {
      requireSignedIn(control.client);
      const target = fillPath(path, params);
      const sent = control.client.request(method, target, hasBody ? body : undefined);
      const isOwner = removesMember === true && isOwnGuild(control, params);
      const reply = decode((await sent.catch((error) => refuse(error, { permission, isOwner }))) ?? {});
      if (hasArrived !== undefined) await untilArrived(control, (state) => hasArrived(state, reply, params));
      after?.(control, reply);
      return reply;
    },
  });
}

/** Whether the person is both the owner of the guild and the member that an operation names; without one, they are. */
function isOwnGuild(
  { client: { state, user } }: Pick<ControlContext, 'client'>,
  params: { readonly id?: string; readonly user?: string },
): boolean {
  const ids = [state.guild(params.id ?? '')?.owner_id, params.user ?? user?.id];
  return user !== null && ids.every((id) => id === user.id);
}

/** Names the permission that is missing. @param isOwner whether the person, who is the owner, would be removed @throws always */
function refuse(
  error: unknown,
  { isOwner, permission }: { readonly isOwner: boolean; readonly permission: PermissionName | undefined },
): never {
  const isMissing = error instanceof ServiceError && error.code === REST_ERRORS.MISSING_PERMISSIONS.code;
  if (isMissing && isOwner) {
    throw new ControlError(
      'refused',
      'the owner of a guild cannot leave it',
      'Delete it with guildhall guilds delete, or give it another owner: PATCH /guilds/{guild.id} with owner_id.',
    );
  }
  if (!isMissing || permission === undefined) throw error;
  throw new ServiceError(`${error.message}: this needs ${permission}`, error.status, error.code);
}

/** Waits for the events of a change that is stored; they may be delayed. */
export async function untilArrived(
  { client, clock }: Pick<ControlContext, 'client' | 'clock'>,
  hasArrived: (state: ChatClient['state']) => boolean,
): Promise<void> {
  const look = () => (hasArrived(client.state) ? true : undefined);
  if (look()) return;
  const listen = (again: () => void) => [
    client.on('channelCreate', again),
    client.on('guildCreate', again),
    client.on('guildUpdate', again),
    client.on('guildDelete', again),
  ];
  await waitUntil({ look, listen, clock, ms: ARRIVAL_MS });
}
