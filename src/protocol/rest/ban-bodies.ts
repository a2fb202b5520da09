import Type from 'typebox';
import { Nullable } from '../schema.js';

const DaysSchema = Type.Integer({ minimum: 0, maximum: 7 });
const SecondsSchema = Type.Integer({ minimum: 0, maximum: 7 * 86_400 });
const ReasonSchema = Type.String({ maxLength: 512 });

/** PUT /guilds/{guild.id}/bans/{user.id} (docs/rest.md, guilds). Clients use either name of the days. */
export const CreateBanQuery = Type.Object({
  'delete-message-days': Type.Optional(DaysSchema),
  delete_message_days: Type.Optional(DaysSchema),
  reason: Type.Optional(ReasonSchema),
});

/** The same in a body, as some clients send it (docs/for-bots.md). */
export const CreateBanBody = Type.Object({
  delete_message_days: Type.Optional(Nullable(DaysSchema)),
  delete_message_seconds: Type.Optional(Nullable(SecondsSchema)),
  reason: Type.Optional(Nullable(ReasonSchema)),
});
