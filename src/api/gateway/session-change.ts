import Type, { type Static } from 'typebox';
import { type Decision, NO_EFFECTS } from '../../guilds/events.js';
import { decideRule } from '../../guilds/rule.js';
import { endTemporaryMembership } from '../../guilds/rules/members.js';
import { updateVoiceState } from '../../guilds/rules/voice.js';
import type { GuildState, RuleContext } from '../../guilds/state.js';
import { leaveVoice } from '../../guilds/voice.js';
import { readJson } from '../../platform/text/parse-json.js';
import { Nullable, SnowflakeSchema, validator } from '../../protocol/schema.js';
import { ActorSchema } from '../core/guild-task.js';

const SessionChangeSchema = Type.Union([
  /** op 4: null as the channel leaves voice */
  Type.Object({
    kind: Type.Literal('voice'),
    actor: ActorSchema,
    wanted: Type.Object({
      channelId: Nullable(SnowflakeSchema),
      sessionId: Type.String(),
      selfMute: Type.Boolean(),
      selfDeaf: Type.Boolean(),
    }),
    /** it counts as later than this time, which another owner has noted by a clock of its own */
    after: Type.Optional(Type.Integer()),
  }),
  /** a user leaves voice if they joined with this session: another one may have joined meanwhile */
  Type.Object({
    kind: Type.Literal('voice-end'),
    userId: SnowflakeSchema,
    sessionId: Type.String(),
    /** only a voice state that was last changed by its user until then; absent: any */
    until: Type.Optional(Type.Integer()),
  }),
  /** the last session of a temporary member has ended */
  Type.Object({ kind: Type.Literal('temporary-end'), userId: SnowflakeSchema }),
]);

/** A change of a guild that follows from what a gateway session does, on whichever node the session is. */
export type SessionChange = Static<typeof SessionChangeSchema>;

const changeValidator = validator(SessionChangeSchema);

/** The kind of requests with changes of sessions. */
export const SESSION_REQUEST = 'session';

/** The text of a request to the owner of a guild. */
export function encodeSessionChange(change: SessionChange): string {
  return `${SESSION_REQUEST} ${JSON.stringify(change)}`;
}

/** The change in the text of a request after its kind; null if it is none. */
export function decodeSessionChange(text: string): SessionChange | null {
  return readJson(text, changeValidator);
}

/** Decides it over the current guild. @throws {Refusal} */
export function decideSessionChange(
  guild: GuildState,
  context: RuleContext,
  change: SessionChange,
): Decision<null> {
  switch (change.kind) {
    case 'voice': {
      const place = { guild, actor: change.actor };
      const now = Math.max(context.now, (change.after ?? 0) + 1);
      return {
        ...decideRule(updateVoiceState, place, { ...context, now }, change.wanted),
        result: null,
      };
    }
    case 'voice-end': {
      const { sessionId, until = Number.POSITIVE_INFINITY, userId } = change;
      const state = guild.voiceStates.get(userId);
      const isMeant = state?.sessionId === sessionId && state.activeAt <= until;
      return { ...(isMeant ? leaveVoice(guild, userId) : NO_EFFECTS), result: null };
    }
    case 'temporary-end':
      return endTemporaryMembership(guild, change.userId);
  }
}
