import type { TObject, TSchema } from 'typebox';
import type { Decision } from '../../guilds/events.js';
import type { Actor, GuildChannel, GuildState, RuleContext } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Services } from '../services.js';
import { authorize, found, type InGuild, then, withChange } from './guild-operation.js';
import { type Declaration, extend, type Operation, requireCaller } from './operation.js';
import { enterPrivateChannel, type PrivateHandler, refusePrivate } from './private-channel-call.js';

/** What an operation on a channel of a guild works with besides. The caller sees the channel. */
export interface InChannel extends Omit<InGuild, 'change'> {
  /** the channel at the moment of the call: read it before waiting for anything */
  readonly channel: GuildChannel;
  /** As `InGuild.change`; the rule gets the channel of that moment, too. */
  change<Result>(
    rule: (guild: GuildState, actor: Actor, context: RuleContext, channel: GuildChannel) => Decision<Result>,
  ): Promise<Result>;
}

/** How an operation on a channel is written down: `handle` is for channels of guilds. */
type ChannelDeclaration<
  Path extends string,
  Query extends TObject,
  Body extends TSchema,
  Reply extends TSchema,
> = Declaration<Path, Query, Body, Reply, InChannel> & {
  /** what it does in private channels, where no permissions are needed; left out: it is refused there */
  readonly handlePrivate?: PrivateHandler<Path, Query, Body, Reply>;
  /** whether the bot of the application that created a group may use it without being in it */
  readonly openToApplication?: boolean;
};

/**
 * Declares an operation on the channel `{channel.id}` of its path. The kind of the channel decides here, and nowhere else,
 * which handler is called: one for channels of guilds that the caller sees, one for private channels that the caller is in.
 */
export function channelOperation<
  const Path extends `/channels/{channel.id}${string}`,
  Query extends TObject = never,
  Body extends TSchema = never,
  Reply extends TSchema = never,
>({
  handlePrivate,
  openToApplication,
  ...declaration
}: ChannelDeclaration<Path, Query, Body, Reply>): Operation {
  const inGuild = extend(declaration, (call, data) => {
    const { actor } = requireCaller(call);
    const id = call.params.channel_id ?? '';
    const locate = (state: GuildState | null) => {
      const guild = found(state, 'UNKNOWN_CHANNEL');
      const channel = found(guild.channels.get(id), 'UNKNOWN_CHANNEL');
      return { guild, channel, member: authorize(guild, actor, data, channel) };
    };
    const enter = () => then(call.services.guilds.ofChannel(id), locate);
    return then(enter(), (place): InChannel => {
      const { change, ...common } = withChange(call, data, place, enter);
      return {
        ...common,
        channel: place.channel,
        change: (rule) =>
          change((guild, actor, context, { channel }) => rule(guild, actor, context, channel)),
      };
    });
  });
  const inPrivate = extend({ ...declaration, handle: handlePrivate ?? refusePrivate }, (call, data) =>
    enterPrivateChannel(call, data, openToApplication === true),
  );
  return {
    ...inGuild,
    handle: (call) =>
      then(isPrivate(call.services, call.params.channel_id ?? ''), (is) =>
        (is ? inPrivate : inGuild).handle(call),
      ),
  };
}

/** Whether an id is of a private channel; without a promise where the channel, of either kind, is in memory. */
function isPrivate({ guilds, privateChannels }: Services, id: Snowflake): boolean | Promise<boolean> {
  if (privateChannels.isLoaded(id)) return true;
  return then(guilds.ofChannel(id), (guild) => {
    if (guild !== null) return false;
    return then(privateChannels.find(id), (channel) => channel !== null);
  });
}
