import type { TObject, TSchema } from 'typebox';
import type { Decision } from '../../guilds/events.js';
import { isLive } from '../../guilds/invites.js';
import type { GuildInvite, GuildState, RuleContext } from '../../guilds/state.js';
import type { Caller } from '../caller.js';
import type { Services } from '../services.js';
import { declaredOnly, found } from './guild-operation.js';
import { type Declaration, extend, type Operation, requireCaller } from './operation.js';

/** What an operation on an invite works with besides. The caller need not be a member. */
export interface WithInvite {
  readonly caller: Caller;
  /** Decides a change over guild and invite as they are now, and keeps it. @throws {Refusal | RestError | StoreError} */
  change<Result>(
    rule: (guild: GuildState, invite: GuildInvite, context: RuleContext) => Decision<Result>,
  ): Promise<Result>;
}

/** Declares an operation on the invite `{invite.code}` of its path. */
export function inviteOperation<
  const Path extends '/invites/{invite.code}',
  Query extends TObject = never,
  Body extends TSchema = never,
  Reply extends TSchema = never,
>(declaration: Declaration<Path, Query, Body, Reply, WithInvite>): Operation {
  return extend(declaration, (call, data): WithInvite => {
    const { services, params } = call;
    const code = params.invite_code ?? '';
    return {
      caller: requireCaller(call),
      change: (rule) =>
        services.guildChanges.run({
          enter: async () => ({ guild: await guildOfInvite(services, code) }),
          decide: ({ guild }, context) =>
            declaredOnly(data, rule(guild, liveInvite(guild, code, context.now), context)),
          by: { userId: requireCaller(call).actor.userId, reason: call.reason },
        }),
    };
  });
}

/** @throws {RestError} UNKNOWN_INVITE */
export async function guildOfInvite({ store, guilds }: Services, code: string): Promise<GuildState> {
  const id = found(await store.guilds.idOfInvite(code), 'UNKNOWN_INVITE');
  return found(await guilds.get(id), 'UNKNOWN_INVITE');
}

/** @throws {RestError} UNKNOWN_INVITE, also if it expired */
export function liveInvite(guild: GuildState, code: string, now: number): GuildInvite {
  const invite = found(guild.invites.get(code), 'UNKNOWN_INVITE');
  return found(isLive(invite, now) ? invite : null, 'UNKNOWN_INVITE');
}
