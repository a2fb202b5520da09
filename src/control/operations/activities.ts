import Type, { type Static } from 'typebox';
import { describeActivity } from '../../protocol/objects/presence.js';
import { UNREGISTERED_CHOICES, type UnregisteredChoice } from '../../protocol/rpc/activity.js';
import { Nullable, SnowflakeSchema } from '../../protocol/schema.js';
import { isSnowflake } from '../../protocol/snowflake.js';
import { ProcessSchema } from '../consent/waiting-consent.js';
import type { ControlContext } from '../context.js';
import { ControlError } from '../errors.js';
import { NoBody, operation } from '../operation.js';

const ChoiceSchema = Type.Unsafe<UnregisteredChoice>({ enum: Object.values(UNREGISTERED_CHOICES) });

const ActivitiesSchema = Type.Object({
  /** what programs may do whose client id the service does not know */
  unregistered: ChoiceSchema,
  /** what programs show, the newest first */
  activities: Type.Array(
    Type.Object({
      session_id: Type.String(),
      application: Type.Object({ id: SnowflakeSchema, name: Type.String() }),
      /** false: the service does not know the application, which has the name of its program */
      registered: Type.Boolean(),
      process: Nullable(ProcessSchema),
      /** the activity in a line */
      text: Type.String(),
      /** whether others see it: it is the newest that is not blocked */
      shown: Type.Boolean(),
      blocked: Type.Boolean(),
    }),
  ),
  /** the ids of applications that are blocked */
  blocked: Type.ReadonlyType(Type.Array(SnowflakeSchema)),
});
export type ListedActivities = Static<typeof ActivitiesSchema>;

export const listActivities = operation({
  name: 'List activities',
  summary: "Returns what programs of this machine show as the person's activity.",
  method: 'GET',
  path: '/activities',
  access: 'cli-and-page',
  errors: [],
  body: NoBody,
  reply: ActivitiesSchema,
  handle: ({ control }) => readActivities(control),
});

export const blockActivity = operation({
  name: 'Block activity',
  summary: 'Hides the activities of an application from others.',
  method: 'POST',
  path: '/activities/{application}/block',
  access: 'cli-and-page',
  errors: ['invalid', 'refused'],
  body: NoBody,
  reply: ActivitiesSchema,
  async handle({ control, params }) {
    await control.activitySettings.block(idOf(params.application));
    return readActivities(control);
  },
});

export const unblockActivity = operation({
  name: 'Unblock activity',
  summary: 'Shows the activities of an application to others again.',
  method: 'DELETE',
  path: '/activities/{application}/block',
  access: 'cli-and-page',
  errors: ['invalid', 'refused'],
  body: NoBody,
  reply: ActivitiesSchema,
  async handle({ control, params }) {
    await control.activitySettings.unblock(idOf(params.application));
    return readActivities(control);
  },
});

export const chooseUnregistered = operation({
  name: 'Choose unregistered',
  summary: 'Decides what programs may do whose client id the service does not know.',
  method: 'POST',
  path: '/activities/unregistered',
  access: 'cli-and-page',
  errors: ['refused'],
  body: Type.Object({ unregistered: ChoiceSchema }),
  reply: ActivitiesSchema,
  async handle({ control, body }) {
    await control.activitySettings.chooseUnregistered(body.unregistered);
    return readActivities(control);
  },
});

async function readActivities({
  activities,
  activitySettings,
  describeProcess,
}: ControlContext): Promise<ListedActivities> {
  const { blocked, unregistered } = activitySettings;
  const listed = activities.list().map(async ({ session, activity, isBlocked, isShown }) => {
    const peer = await session.findPeer();
    const { id, name } = session.application;
    return {
      session_id: session.id,
      application: { id, name },
      registered: session.isRegistered,
      process: peer === null ? null : await describeProcess(peer),
      text: describeActivity(activity),
      shown: isShown,
      blocked: isBlocked,
    };
  });
  return { unregistered, activities: await Promise.all(listed), blocked };
}

/** @throws {ControlError} if it is no id */
function idOf(text: string): string {
  if (isSnowflake(text)) return text;
  throw new ControlError(
    'invalid',
    `${text} is not the id of an application`,
    'See them with: guildhall activities',
  );
}
