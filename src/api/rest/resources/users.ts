import Type from 'typebox';
import { type UserGuild, UserGuildSchema } from '../../../protocol/objects/guild.js';
import { UserSchema } from '../../../protocol/objects/user.js';
import { PageLimitSchema } from '../../../protocol/rest/fields.js';
import { Nullable, SnowflakeSchema, validator } from '../../../protocol/schema.js';
import { compareSnowflakes, type Snowflake } from '../../../protocol/snowflake.js';
import { changeAccount } from '../../accounts/account-change.js';
import type { GuestPayer } from '../../accounts/guest-accounts.js';
import { RestError } from '../../core/errors.js';
import type { GuildTask } from '../../core/guild-task.js';
import { BODY_BYTES } from '../../core/limits.js';
import { isBasic } from '../../oauth2/client-authentication.js';
import { authenticateApplication } from '../application-operation.js';
import { operation, publicOperation } from '../declare-operation.js';
import { requireReachablePeople } from '../open-private-channel.js';
import type { Call } from '../operation.js';
import type { GuildTaskContext, OperationServices } from '../operation-services.js';

/** The users resource (docs/rest.md, Operations). */
export const userOperations = [
  operation({
    name: 'Get current user',
    summary: 'Returns the user of the token.',
    method: 'GET',
    path: '/users/@me',
    access: { scopes: ['identify', 'rpc.api'] },
    status: 200,
    reply: UserSchema,
    handle: ({ caller, version: { views } }) =>
      views.currentUser(caller.user, caller.kind !== 'bearer' || caller.scopes.has('email')),
  }),
  operation({
    name: 'Modify current user',
    summary: 'Changes the name or the avatar of the user of the token.',
    method: 'PATCH',
    path: '/users/@me',
    // Applications cannot change the account of a person.
    access: { scopes: [] },
    body: 'modifyUser',
    bodyBytes: BODY_BYTES.WITH_IMAGES,
    sendsSecrets: true,
    status: 200,
    reply: Type.Object({ ...UserSchema.properties, token: Type.String() }),
    fires: ['USER_UPDATE', 'GUILD_MEMBER_UPDATE'],
    needs: ['accountPublisher', 'accountStore', 'authentication', 'events', 'users'],
    async handle({ authorization, caller, readBody, services, version: { views } }) {
      const account = await changeAccount(services, caller.user.id, readBody());
      // Clients of 2018 take their token from this reply; without it, they sign out.
      return { ...views.currentUser(account, true), token: (authorization ?? '').replace(/^Bot /, '') };
    },
  }),
  operation({
    name: 'Get current user guilds',
    summary: 'Returns the guilds of the caller page by page.',
    method: 'GET',
    path: '/users/@me/guilds',
    access: { scopes: ['guilds', 'rpc.api'] },
    query: Type.Object({
      before: Type.Optional(SnowflakeSchema),
      after: Type.Optional(SnowflakeSchema),
      limit: Type.Optional(PageLimitSchema(100)),
    }),
    status: 200,
    reply: Type.Array(UserGuildSchema),
    needs: ['guildStore', 'guildTasks'],
    async handle({ caller, query: { before, after, limit = 100 }, services, version }) {
      const ids = (await services.guildStore.idsOfUser(caller.user.id)).filter(
        (id) =>
          (before === undefined || compareSnowflakes(id, before) < 0) &&
          (after === undefined || compareSnowflakes(id, after) > 0),
      );
      // With `before`, the page has the ids closest to it.
      const page = before === undefined || after !== undefined ? ids.slice(0, limit) : ids.slice(-limit);
      const input = { userId: caller.user.id, version: version.number };
      const guilds = await Promise.all(page.map((id) => services.guildTasks.run(userGuildTask, id, input)));
      return guilds.filter((guild) => guild !== null);
    },
  }),
  publicOperation({
    name: 'Create guest account',
    summary: 'Creates a guest account and returns its token.',
    errors: ['invalid_client'],
    method: 'POST',
    path: '/users/guests',
    body: 'createGuest',
    sendsSecrets: true,
    status: 201,
    reply: Type.Object({
      id: SnowflakeSchema,
      username: Type.String(),
      discriminator: Type.String(),
      token: Type.String(),
    }),
    needs: ['accountStore', 'applicationStore', 'failedLogins', 'guests', 'ids', 'now', 'users'],
    async handle(call) {
      const { services } = call;
      const body = call.readBody();
      const payer = await readGuestPayer(call, body.applicationId);
      const { created, secret } = await services.guests.create(services, body.username, payer);
      const { id, username, discriminator } = created.account;
      return { id, username, discriminator, token: secret };
    },
  }),
  operation({
    name: 'Get user',
    summary: 'Returns the public fields of a user.',
    errors: ['UNKNOWN_USER'],
    method: 'GET',
    path: '/users/{user.id}',
    status: 200,
    reply: UserSchema,
    needs: ['users'],
    async handle({ params, services, version: { views } }) {
      const user = await services.users.load(params.user_id);
      if (user === null) throw new RestError('UNKNOWN_USER');
      return views.user(user);
    },
  }),
  operation({
    name: 'Send activity request',
    summary: 'Sends somebody a message of a request to play together.',
    details:
      'It asks, invites, accepts or declines. The service passes it on as ACTIVITY_REQUEST and keeps nothing of it. People who share no guild with the caller, bots and the caller are refused.',
    errors: ['CANNOT_MESSAGE_USER', 'UNKNOWN_USER'],
    method: 'POST',
    path: '/users/{user.id}/activity-requests',
    access: 'person',
    body: 'sendActivityRequest',
    bodyBytes: BODY_BYTES.ACTIVITY_REQUEST,
    status: 204,
    fires: ['ACTIVITY_REQUEST'],
    needs: ['activityRequests', 'events', 'privateChannelStore', 'users'],
    async handle({ caller: { user: from }, params: { user_id: to }, readBody, services }) {
      const request = readBody();
      services.activityRequests.take(from.id);
      if (from.id === to) throw new RestError('CANNOT_MESSAGE_USER');
      await requireReachablePeople(services, from, [to]);
      services.events.userEvent(to, { type: 'activityRequest', from, request });
      return null;
    },
  }),
];

/**
 * Determines whose quota a guest account counts against: the application that sends its secret by HTTP Basic; otherwise
 * the registered application that the request names, per address; otherwise the address.
 *
 * @param applicationId the application that the request names; null if there is none
 * @throws {OAuth2Error | RateLimitedError} if a secret was sent and is wrong
 */
async function readGuestPayer(
  call: Pick<Call<string, unknown, unknown>, 'address' | 'authorization'> & {
    readonly services: Pick<OperationServices, 'failedLogins' | 'applicationStore'>;
  },
  applicationId: Snowflake | null,
): Promise<GuestPayer> {
  const { address, authorization, services } = call;
  if (isBasic(authorization)) {
    const { id } = await authenticateApplication(call, {});
    return { key: `application ${id}`, isProven: true };
  }
  const named = applicationId === null ? null : await services.applicationStore.byId(applicationId);
  return { key: named === null ? address : `${address} for ${named.id}`, isProven: false };
}

/** A guild as its member sees it in the list of their guilds, for a version; null if they are not a member. */
export const userGuildTask: GuildTask<
  Pick<GuildTaskContext, 'guilds' | 'versions'>,
  { userId: Snowflake; version: number },
  UserGuild | null
> = {
  name: 'user-guild',
  kind: 'read',
  input: validator(Type.Object({ userId: SnowflakeSchema, version: Type.Integer() })),
  output: validator(Nullable(UserGuildSchema)),
  run: ({ guilds, versions }, guildId, { userId, version }) =>
    guilds.read(guildId, (guild) => {
      const member = guild?.members.get(userId);
      const views = versions.get(String(version))?.views;
      return guild === null || member === undefined || views === undefined
        ? null
        : views.userGuild(guild, member);
    }),
};
