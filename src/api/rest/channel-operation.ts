import type { TObject, TSchema } from 'typebox';
import { type ChannelPlace, channelAccess } from '../../guilds/access.js';
import type { ChannelRule } from '../../guilds/rule.js';
import type { GuildChannel, GuildState } from '../../guilds/state.js';
import { thenOrNow } from '../../platform/async/then-or-now.js';
import type { PermissionName } from '../../protocol/permissions.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { BodySource } from '../versions/body-inputs.js';
import { declareOperation, type Prepare, type UntypedDeclaration } from './declare-operation.js';
import {
  authorize,
  authorizeChange,
  type Cached,
  cachedReply,
  type InGuild,
  type Permitted,
  requireFound,
  type WithChange,
  whileAllowed,
} from './guild-operation.js';
import type { Call, Declaration, Operation, OperationErrorName } from './operation.js';
import type { OperationServices, ServiceName } from './operation-services.js';
import { type PrivateHandler, preparePrivateChannel, refusePrivate } from './private-channel-call.js';

/** What operations on a channel of a guild receive in addition. The caller can see the channel. */
export interface InChannel extends InGuild {
  /** the channel at the time of the call; read it before the first `await` */
  readonly channel: GuildChannel;
}

/** How an operation handles private channels, where no permissions are needed. */
interface InPrivate<
  Path extends string,
  Query extends TObject,
  Body extends BodySource,
  Reply extends TSchema,
  Need extends ServiceName,
> {
  /** if omitted, private channels are refused */
  readonly handlePrivate?: PrivateHandler<Path, Query, Body, Reply, Need>;
  /** whether the bot of the application that created a group may use the operation without being in the group */
  readonly openToApplication?: boolean;
}

/** Declares an operation that reads the channel `{channel.id}` of its path; `handle` is for channels of guilds. */
export function channelOperation<
  const Path extends ChannelPath,
  Query extends TObject = never,
  const Body extends BodySource = never,
  Reply extends TSchema = never,
  const Need extends ServiceName = never,
>({
  cacheBy,
  ...declaration
}: Declaration<Path, Query, Body, Reply, Need, InChannel> &
  Permitted &
  InPrivate<Path, Query, Body, Reply, Need> &
  Cached<Path, Query, InChannel>): Operation {
  const access = channelAccess(declaration.permission ?? null);
  return forBothKinds(declaration, (call, data, handle) => {
    const { guilds } = call.services;
    const place = (guild: GuildState | null) => authorize(call, access, inChannel(call, guild));
    return thenOrNow(guildIdOf(call), (guildId) =>
      guilds.read(guildId, (guild) =>
        whileAllowed(
          () => guilds.read(guildId, place),
          cachedReply({ call, data, cacheBy }, place(guild), handle),
        ),
      ),
    );
  });
}

/**
 * Declares an operation that changes the channel `{channel.id}` of its path; `handle` is for channels of guilds, which
 * it changes with a rule that checks permissions.
 */
export function channelChange<
  const Path extends ChannelPath,
  Input,
  Result,
  Query extends TObject = never,
  const Body extends BodySource = never,
  Reply extends TSchema = never,
  const Need extends ServiceName = never,
>({
  rule,
  ...declaration
}: Declaration<Path, Query, Body, Reply, Need, InChannel & WithChange<ChannelPlace, Input, Result>> &
  InPrivate<Path, Query, Body, Reply, Need> & { readonly rule: ChannelRule<Input, Result> }): Operation {
  return forBothKinds({ ...declaration, permission: rule.permission }, (call, data, handle) =>
    thenOrNow(guildIdOf(call), (guildId) => {
      const { services, upload } = call;
      const load = () => services.guilds.decide(guildId, (guild) => inChannel(call, guild));
      return services.guilds.decide(
        guildId,
        (guild) => handle(authorizeChange(call, data, { rule, load }, inChannel(call, guild))),
        upload === null ? 'many' : 'once',
      );
    }),
  );
}

type ChannelPath = `/channels/{channel.id}${string}`;

/** @throws {RestError} UNKNOWN_CHANNEL */
function guildIdOf({ params, services }: Call<string, unknown, unknown>): Snowflake | Promise<Snowflake> {
  return thenOrNow(services.guilds.idOfChannel(params.channel_id ?? ''), (id) =>
    requireFound(id, 'UNKNOWN_CHANNEL'),
  );
}

/** @throws {RestError} UNKNOWN_CHANNEL */
function inChannel({ params }: Call<string, unknown, unknown>, state: GuildState | null): ChannelPlace {
  const guild = requireFound(state, 'UNKNOWN_CHANNEL');
  return { guild, channel: requireFound(guild.channels.get(params.channel_id ?? ''), 'UNKNOWN_CHANNEL') };
}

/** A declaration with handlers for both kinds of channels. */
interface ChannelDeclaration extends UntypedDeclaration {
  readonly permission?: PermissionName | null;
  readonly handlePrivate?: ((call: never) => unknown) | undefined;
  readonly openToApplication?: boolean | undefined;
}

/**
 * Completes a declaration for channels of every kind. This is the only place that chooses between the handlers: one for
 * channels of guilds that the caller can see, one for private channels that the caller is in.
 */
function forBothKinds<Added extends object>(
  { handlePrivate, openToApplication, ...declaration }: ChannelDeclaration,
  prepareInGuild: Prepare<Added>,
): Operation {
  const errors: readonly OperationErrorName[] = [
    ...(declaration.errors ?? []),
    ...(handlePrivate === undefined ? ['DM_CHANNEL' as const] : []),
  ];
  const inGuild = declareOperation({ ...declaration, errors }, prepareInGuild);
  const inPrivate = declareOperation(
    { ...declaration, handle: handlePrivate ?? refusePrivate },
    preparePrivateChannel(openToApplication === true),
  );
  return {
    ...inGuild,
    handle: (call) =>
      thenOrNow(isPrivate(call.services, call.params.channel_id ?? ''), (is) =>
        (is ? inPrivate : inGuild).handle(call),
      ),
  };
}

/** Whether an id is the id of a private channel. Returns no promise if the channel, of either kind, is in memory. */
function isPrivate(
  { guilds, privateChannels }: Pick<OperationServices, 'guilds' | 'privateChannels'>,
  id: Snowflake,
): boolean | Promise<boolean> {
  if (privateChannels.isLoaded(id)) return true;
  return thenOrNow(guilds.idOfChannel(id), (guildId) => {
    if (guildId !== null) return false;
    return thenOrNow(privateChannels.find(id), (channel) => channel !== null);
  });
}
