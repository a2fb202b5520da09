import Type, { type Static } from 'typebox';
import { readJson } from '../../platform/text/parse-json.js';
import { SnowflakeSchema, validator } from '../../protocol/schema.js';
import { LinkMemberSchema } from '../../protocol/voice/link.js';

const EndpointRequestSchema = Type.Union([
  /** a member may connect with the token of this hash from now on; the same one once more changes rights */
  Type.Object({
    op: Type.Literal('admit'),
    endpoint: Type.String(),
    member: LinkMemberSchema,
    token_hash: Type.String({ maxLength: 64 }),
  }),
  /** unless the user was admitted with another token meanwhile */
  Type.Object({
    op: Type.Literal('remove'),
    endpoint: Type.String(),
    guild_id: SnowflakeSchema,
    user_id: SnowflakeSchema,
    token_hash: Type.String({ maxLength: 64 }),
  }),
]);

/** What a node asks the node of an endpoint for; the reply is `DONE` once the endpoint has done it. */
export type EndpointRequest = Static<typeof EndpointRequestSchema>;

const requestValidator = validator(EndpointRequestSchema);

const Users = Type.Array(Type.Tuple([SnowflakeSchema, SnowflakeSchema]));
/** To all nodes: who spoke, as guild and user, and whose session ended because it was not resumed, with the hash of its token. */
const VoiceReportSchema = Type.Object({
  spoke: Users,
  ended: Type.Array(Type.Tuple([SnowflakeSchema, SnowflakeSchema, Type.String({ maxLength: 64 })])),
});

export type VoiceReport = Static<typeof VoiceReportSchema>;

const reportValidator = validator(VoiceReportSchema);

export const DONE = 'done';
export const REPORT_SUBJECT = 'voice-reports';

/** The subject to which the node of an endpoint responds. */
export function endpointsSubject(node: string): string {
  return `voice.${node}`;
}

/** The request in a message; null if it is none. */
export function readEndpointRequest(text: string): EndpointRequest | null {
  return readJson(text, requestValidator);
}

/** The report in a message; null if it is none. */
export function readVoiceReport(text: string): VoiceReport | null {
  return readJson(text, reportValidator);
}
