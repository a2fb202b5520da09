import Type from 'typebox';
import { decoder } from '../../client/decode.js';
import { AuthorizationPreviewSchema } from '../../protocol/oauth2/authorization.js';
import { CHANNEL_TYPES, ChannelSchema } from '../../protocol/objects/channel.js';
import { FullInviteSchema, InviteSchema } from '../../protocol/objects/invite.js';
import { BanSchema, MemberSchema } from '../../protocol/objects/member.js';
import { RoleSchema } from '../../protocol/objects/role.js';
import { permissionNames, permissionWords } from '../../protocol/permissions.js';
import { Enumeration, Nullable, SnowflakeSchema } from '../../protocol/schema.js';
import { describeScopes } from '../consent/permissions.js';
import { requireSignedIn } from '../context.js';
import { NamedSchema, WantedSchema } from '../guilds/guild-names.js';
import { personOperation } from '../guilds/person-operation.js';
import { NoBody, operation } from '../operation.js';

const decodePreview = decoder(AuthorizationPreviewSchema);
const decodeAnswer = decoder(Type.Object({ location: Type.Optional(Type.String()) }));

/** What the person does in guilds: each is a REST request of theirs, and the service checks it (docs/rest.md). */

const Done = Type.Object({});
const { GUILD_TEXT, GUILD_VOICE, GUILD_CATEGORY } = CHANNEL_TYPES;

export const findNamed = operation({
  name: 'Find by name',
  summary: 'Returns the guild, channel, role or member that has a name.',
  details:
    '`name` is an id, a name, or `GUILD/NAME`. Of equal names the one in the guild that was used last is meant, unless the name `must_be_clear`; if that does not decide, it is refused and the hint lists them.',
  method: 'POST',
  path: '/names',
  access: 'cli',
  errors: ['not_found', 'refused', 'unavailable'],
  body: WantedSchema,
  reply: NamedSchema,
  handle({ control, body }) {
    requireSignedIn(control.client);
    return control.names.find(body);
  },
});

export const renameGuild = personOperation({
  name: 'Rename guild',
  summary: 'Changes the name of a guild.',
  method: 'POST',
  path: '/guilds/{id}/name',
  rest: 'PATCH /guilds/{id}',
  permission: 'MANAGE_GUILD',
  body: Type.Object({ name: Type.String() }),
  reply: Done,
});

export const leaveGuild = personOperation({
  name: 'Leave guild',
  summary: "Ends the person's membership in a guild.",
  method: 'DELETE',
  path: '/guilds/{id}/membership',
  rest: 'DELETE /users/@me/guilds/{id}',
  removesMember: true,
  body: NoBody,
  reply: Done,
  hasArrived: (state, _reply, { id }) => state.guild(id) === undefined,
});

export const deleteGuild = personOperation({
  name: 'Delete guild',
  summary: 'Deletes a guild of the person for good.',
  method: 'DELETE',
  path: '/guilds/{id}',
  rest: 'DELETE /guilds/{id}',
  body: NoBody,
  reply: Done,
  hasArrived: (state, _reply, { id }) => state.guild(id) === undefined,
});

export const createChannel = personOperation({
  name: 'Create channel',
  summary: 'Creates a text channel, a voice channel or a category in a guild.',
  method: 'POST',
  path: '/guilds/{id}/channels',
  rest: 'POST /guilds/{id}/channels',
  permission: 'MANAGE_CHANNELS',
  body: Type.Object({
    name: Type.String(),
    type: Enumeration({ GUILD_TEXT, GUILD_VOICE, GUILD_CATEGORY }),
    topic: Type.Optional(Type.String()),
    /** the category */
    parent_id: Type.Optional(SnowflakeSchema),
  }),
  reply: ChannelSchema,
  hasArrived: (state, { id }) => state.channel(id) !== undefined,
});

export const changeChannel = personOperation({
  name: 'Change channel',
  summary: 'Changes the name, the topic, the category or the position of a channel.',
  method: 'PATCH',
  path: '/channels/{id}',
  rest: 'PATCH /channels/{id}',
  permission: 'MANAGE_CHANNELS',
  body: Type.Object({
    name: Type.Optional(Type.String()),
    topic: Type.Optional(Type.String()),
    /** null: in no category */
    parent_id: Type.Optional(Nullable(SnowflakeSchema)),
    /** from 0, among the channels of its kind */
    position: Type.Optional(Type.Integer()),
  }),
  reply: ChannelSchema,
});

export const deleteChannel = personOperation({
  name: 'Delete channel',
  summary: 'Deletes a channel with its messages.',
  method: 'DELETE',
  path: '/channels/{id}',
  rest: 'DELETE /channels/{id}',
  permission: 'MANAGE_CHANNELS',
  body: NoBody,
  reply: ChannelSchema,
});

export const listRoles = personOperation({
  name: 'List roles',
  summary: 'Returns the roles of a guild with their permissions, the lowest first.',
  method: 'GET',
  path: '/guilds/{id}/roles',
  rest: 'GET /guilds/{id}/roles',
  body: NoBody,
  reply: Type.Array(RoleSchema),
});

const RoleChanges = {
  name: Type.Optional(Type.String()),
  /** the sum of permission bits */
  permissions: Type.Optional(Type.Integer()),
  color: Type.Optional(Type.Integer()),
};

export const createRole = personOperation({
  name: 'Create role',
  summary: 'Creates a role in a guild.',
  method: 'POST',
  path: '/guilds/{id}/roles',
  rest: 'POST /guilds/{id}/roles',
  permission: 'MANAGE_ROLES',
  body: Type.Object(RoleChanges),
  reply: RoleSchema,
  hasArrived: (state, { id: role }, { id }) => state.guild(id)?.roles.has(role) !== false,
});

export const changeRole = personOperation({
  name: 'Change role',
  summary: 'Changes the name, the color or the permissions of a role.',
  method: 'PATCH',
  path: '/guilds/{id}/roles/{role}',
  rest: 'PATCH /guilds/{id}/roles/{role}',
  permission: 'MANAGE_ROLES',
  body: Type.Object(RoleChanges),
  reply: RoleSchema,
});

export const deleteRole = personOperation({
  name: 'Delete role',
  summary: 'Deletes a role and takes it from its members.',
  method: 'DELETE',
  path: '/guilds/{id}/roles/{role}',
  rest: 'DELETE /guilds/{id}/roles/{role}',
  permission: 'MANAGE_ROLES',
  body: NoBody,
  reply: Done,
});

export const listInvites = personOperation({
  name: 'List invites',
  summary: 'Returns the invites of a guild with their uses.',
  method: 'GET',
  path: '/guilds/{id}/invites',
  rest: 'GET /guilds/{id}/invites',
  permission: 'MANAGE_GUILD',
  body: NoBody,
  reply: Type.Array(FullInviteSchema),
});

export const createInvite = personOperation({
  name: 'Create invite',
  summary: 'Creates an invite to a channel.',
  method: 'POST',
  path: '/channels/{id}/invites',
  rest: 'POST /channels/{id}/invites',
  permission: 'CREATE_INSTANT_INVITE',
  body: Type.Object({
    /** seconds; 0: it does not expire */
    max_age: Type.Optional(Type.Integer()),
    /** 0: any number */
    max_uses: Type.Optional(Type.Integer()),
  }),
  reply: FullInviteSchema,
});

export const deleteInvite = personOperation({
  name: 'Delete invite',
  summary: 'Deletes an invite, so that it can no longer be used.',
  method: 'DELETE',
  path: '/invites/{code}',
  rest: 'DELETE /invites/{code}',
  body: NoBody,
  reply: FullInviteSchema,
});

export const acceptInvite = personOperation({
  name: 'Accept invite',
  summary: 'Makes the person a member of the guild of an invite.',
  method: 'POST',
  path: '/invites/{code}',
  rest: 'POST /invites/{code}',
  body: NoBody,
  reply: InviteSchema,
  hasArrived: (state, { guild }) => state.guild(guild.id) !== undefined,
  after: ({ names }, { guild }) => names.use(guild.id),
});

export const addBot = personOperation({
  name: 'Add bot',
  summary: 'Adds the bot of an application to a guild, as the authorization page does.',
  details: 'It gets those of the permissions that the person has.',
  method: 'POST',
  path: '/guilds/{id}/bots/{application}',
  rest: 'POST /oauth2/authorize?client_id={application}&scope=bot&guild_id={id}',
  body: Type.Object({
    /** the sum of permission bits */
    permissions: Type.String({ pattern: '^[0-9]{1,19}$' }),
    /** the person agrees */
    authorize: Type.Literal(true),
  }),
  reply: Type.Object({ guild_id: SnowflakeSchema }),
});

/** The query of the authorization page, e.g. `client_id=7&scope=bot`. */
const PageQuery = Type.String({ maxLength: 16_384 });

export const previewBotRequest = operation({
  name: 'Preview bot request',
  summary: 'Returns what a request of the authorization page to add a bot asks for.',
  method: 'POST',
  path: '/bot-requests/preview',
  access: 'cli-and-page',
  errors: ['not_found', 'refused', 'unavailable'],
  body: Type.Object({ query: PageQuery }),
  reply: Type.Object({
    application: Type.Object({ id: SnowflakeSchema, name: Type.String() }),
    /** what the application may do for the person besides, in words */
    scopes: Type.Array(Type.String()),
    /** what the bot may do in the guild, in words */
    permissions: Type.Array(Type.String()),
    /** the guild that the request names */
    guild_id: Nullable(Type.String()),
    /** whether another guild cannot be chosen */
    is_guild_fixed: Type.Boolean(),
  }),
  async handle({ control: { client }, body }) {
    requireSignedIn(client);
    const query = new URLSearchParams(body.query);
    const { application, scopes } = decodePreview(await client.request('GET', `/oauth2/authorize?${query}`));
    const bits = Number(query.get('permissions') ?? '0');
    return {
      application: { id: application.id, name: application.name },
      scopes: describeScopes(scopes.filter((scope) => scope !== 'bot')).map((scope) => scope.words),
      permissions: permissionNames(bits).map(permissionWords),
      guild_id: query.get('guild_id'),
      is_guild_fixed: query.get('disable_guild_select') === 'true',
    };
  },
});

export const answerBotRequest = operation({
  name: 'Allow bot request',
  summary: 'Adds the bot of a request of the authorization page to a guild, as the person.',
  details: '`location` is where the browser is redirected with the code or token; null: nowhere.',
  method: 'POST',
  path: '/bot-requests',
  access: 'cli-and-page',
  errors: ['not_found', 'refused', 'unavailable'],
  body: Type.Object({ query: PageQuery, guild_id: SnowflakeSchema }),
  reply: Type.Object({ location: Nullable(Type.String()) }),
  async handle({ control: { client }, body }) {
    requireSignedIn(client);
    const query = new URLSearchParams(body.query);
    query.set('guild_id', body.guild_id);
    const reply = await client.request('POST', `/oauth2/authorize?${query}`, { authorize: true });
    return { location: decodeAnswer(reply).location ?? null };
  },
});

export const listMembers = personOperation({
  name: 'List members',
  summary: 'Returns up to 1000 members of a guild after another one, in the order of their ids.',
  details: '`after` is 0 for the first ones.',
  method: 'GET',
  path: '/guilds/{id}/members/after/{after}',
  rest: 'GET /guilds/{id}/members?limit=1000&after={after}',
  body: NoBody,
  reply: Type.Array(MemberSchema),
});

export const kickMember = personOperation({
  name: 'Kick member',
  summary: 'Removes a member from a guild; they may join again.',
  method: 'DELETE',
  path: '/guilds/{id}/members/{user}',
  rest: 'DELETE /guilds/{id}/members/{user}',
  permission: 'KICK_MEMBERS',
  removesMember: true,
  body: NoBody,
  reply: Done,
});

export const listBans = personOperation({
  name: 'List bans',
  summary: 'Returns who is banned from a guild, and why.',
  method: 'GET',
  path: '/guilds/{id}/bans',
  rest: 'GET /guilds/{id}/bans',
  permission: 'BAN_MEMBERS',
  body: NoBody,
  reply: Type.Array(BanSchema),
});

export const banMember = personOperation({
  name: 'Ban member',
  summary: 'Removes a user from a guild and keeps them out.',
  method: 'POST',
  path: '/guilds/{id}/bans/{user}',
  rest: 'PUT /guilds/{id}/bans/{user}',
  permission: 'BAN_MEMBERS',
  removesMember: true,
  body: Type.Object({
    reason: Type.Optional(Type.String()),
    /** their messages of the last days are deleted, 0 to 7 */
    delete_message_days: Type.Optional(Type.Integer()),
  }),
  reply: Done,
});

export const unbanMember = personOperation({
  name: 'Lift ban',
  summary: 'Lifts the ban of a user, who may join again.',
  method: 'DELETE',
  path: '/guilds/{id}/bans/{user}',
  rest: 'DELETE /guilds/{id}/bans/{user}',
  permission: 'BAN_MEMBERS',
  body: NoBody,
  reply: Done,
});

export const giveRole = personOperation({
  name: 'Give role',
  summary: 'Gives a member a role.',
  method: 'POST',
  path: '/guilds/{id}/members/{user}/roles/{role}',
  rest: 'PUT /guilds/{id}/members/{user}/roles/{role}',
  permission: 'MANAGE_ROLES',
  body: NoBody,
  reply: Done,
});

export const takeRole = personOperation({
  name: 'Take role',
  summary: 'Takes a role from a member.',
  method: 'DELETE',
  path: '/guilds/{id}/members/{user}/roles/{role}',
  rest: 'DELETE /guilds/{id}/members/{user}/roles/{role}',
  permission: 'MANAGE_ROLES',
  body: NoBody,
  reply: Done,
});
