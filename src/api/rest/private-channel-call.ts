import type { TObject, TSchema } from 'typebox';
import type { PrivateChannelDecision } from '../../guilds/private-channels/decision.js';
import { type PrivateChannel, partnerOf } from '../../guilds/private-channels/private-channel.js';
import { Refusal } from '../../guilds/refusal.js';
import type { Actor, RuleContext } from '../../guilds/state.js';
import type { Caller } from '../core/caller.js';
import { RestError } from '../core/errors.js';
import type { HandlerResult } from '../core/http/handler-result.js';
import type { BodySource } from '../versions/body-inputs.js';
import { type Prepare, requireDeclared } from './declare-operation.js';
import { createRuleContext, requireFound, whileAllowed } from './guild-operation.js';
import { type BodyOf, type HandlerCall, type ReplyOf, requireCaller, type ValueOf } from './operation.js';
import type { OperationServices, ServiceName } from './operation-services.js';

/** What operations on a private channel receive in addition. The caller is in the channel. */
export interface InPrivateChannel {
  readonly caller: Caller;
  /** the channel at the time of the call; read it before the first `await` */
  readonly channel: PrivateChannel;
  /**
   * Decides a change with a rule on the current state of the channel, and stores it. Checks again that the caller is in
   * the channel.
   *
   * @throws {Refusal | RestError | StoreError}
   */
  change<Value>(
    rule: (channel: PrivateChannel, actor: Actor, context: RuleContext) => PrivateChannelDecision<Value>,
  ): Promise<Value>;
}

/** A call of an operation on a private channel. */
export type PrivateCall<
  Path extends string,
  Query = null,
  Body = null,
  Need extends ServiceName = never,
> = HandlerCall<Path, Query, Body, Need, InPrivateChannel>;

/** How an operation on channels handles private ones. */
export type PrivateHandler<
  Path extends string,
  Query extends TObject,
  Body extends BodySource,
  Reply extends TSchema,
  Need extends ServiceName,
> = (
  call: PrivateCall<Path, ValueOf<Query>, BodyOf<Body>, Need>,
) => HandlerResult<ReplyOf<Reply>> | Promise<HandlerResult<ReplyOf<Reply>>>;

/** Refuses an operation that is not available for private channels. @throws {Refusal} DM_CHANNEL */
export function refusePrivate(): never {
  throw new Refusal('DM_CHANNEL');
}

/**
 * Finds the private channel `{channel.id}` of a call. Refuses with UNKNOWN_CHANNEL also if the caller is not in the channel, so
 * that its existence is not disclosed.
 *
 * @param openToApplication whether the bot of the application that created a group may use it
 */
export function preparePrivateChannel(openToApplication: boolean): Prepare<InPrivateChannel> {
  return (call, data, handle) => {
    const { params, services, upload, version } = call;
    const { privateChannels } = services;
    const id = params.channel_id ?? '';
    const caller = requireCaller(call);
    const { actor } = caller;
    const admit = (channel: PrivateChannel | null): PrivateChannel => {
      const known = requireFound(channel, 'UNKNOWN_CHANNEL');
      if (known.recipients.has(actor.userId)) return known;
      if (openToApplication && isCreator(caller, known)) return known;
      throw new RestError('UNKNOWN_CHANNEL');
    };
    const make = (channel: PrivateChannel | null) =>
      handle({
        caller,
        channel: admit(channel),
        change(rule) {
          services.activity.seen(actor.userId);
          return privateChannels.change(id, (now) => {
            const current = admit(now);
            // Its messages stay in order if the clock of the node that created the last one was ahead.
            if (current.lastMessageId !== null) services.ids.follow(current.lastMessageId);
            const decision = rule(current, actor, createRuleContext(services));
            requireDeclared(
              data,
              decision.events.map(({ type }) => version.privateEventName(type)),
            );
            return decision;
          });
        },
      });
    if (data.method === 'GET')
      return privateChannels.read(id, (channel) =>
        whileAllowed(() => privateChannels.read(id, admit), make(channel)),
      );
    return privateChannels.decide(id, make, upload === null ? 'many' : 'once');
  };
}

/** Whether the caller is the bot of the application that created a group. */
function isCreator({ kind, applicationId }: Caller, channel: PrivateChannel): boolean {
  return kind === 'bot' && applicationId !== null && channel.applicationId === applicationId;
}

type ReachingCall = Pick<InPrivateChannel, 'caller' | 'channel'> & {
  readonly services: Pick<OperationServices, 'privateChannelStore'>;
};

/** Whether a message of the caller would be accepted: in a DM, whether both users still share a guild. */
export async function isReachable({ caller, channel, services }: ReachingCall): Promise<boolean> {
  const userId = caller.user.id;
  const partner = partnerOf(channel, userId);
  if (partner === null) return true;
  return (await services.privateChannelStore.sharingGuild(userId, [partner])).has(partner);
}

/**
 * Checks that the caller may do what the other user of a DM is notified of, as with a new message.
 *
 * @throws {RestError} CANNOT_MESSAGE_USER
 */
export async function requireReachable(call: ReachingCall): Promise<void> {
  if (!(await isReachable(call))) throw new RestError('CANNOT_MESSAGE_USER');
}
