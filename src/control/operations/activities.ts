import Type, { type Static } from 'typebox';
import { ACTIVITY_ACTIONS, type ActivityAction } from '../../protocol/objects/activity-request.js';
import { describeActivity } from '../../protocol/objects/presence.js';
import { UNREGISTERED_CHOICES, type UnregisteredChoice } from '../../protocol/rpc/activity.js';
import { Enumeration, Nullable, SnowflakeSchema, TimestampSchema } from '../../protocol/schema.js';
import { isSnowflake } from '../../protocol/snowflake.js';
import { timestamp } from '../../protocol/timestamp.js';
import { REQUEST_STATES } from '../../rpc/activities/activity-requests.js';
import { ProcessSchema } from '../consent/waiting-consent.js';
import { type ControlContext, requireSignedIn } from '../context.js';
import { ControlError } from '../errors.js';
import { NoBody, operation } from '../operation.js';

const ChoiceSchema = Type.Unsafe<UnregisteredChoice>({ enum: Object.values(UNREGISTERED_CHOICES) });

/** A request to play together, as the person sees it. */
export const JoinRequestSchema = Type.Object({
  id: Type.String(),
  /** `ask`: somebody asks to join; `invite`: somebody invites */
  kind: Type.Unsafe<'ask' | 'invite'>({ enum: ['ask', 'invite'] }),
  direction: Type.Unsafe<'sent' | 'received'>({ enum: ['sent', 'received'] }),
  action: Enumeration(ACTIVITY_ACTIONS),
  state: Enumeration(REQUEST_STATES),
  /** the other user */
  user: Type.Object({ id: SnowflakeSchema, username: Type.String(), discriminator: Type.String() }),
  /** `name` is null if no program here has the application */
  application: Type.Object({ id: SnowflakeSchema, name: Nullable(Type.String()) }),
  expires_at: TimestampSchema,
});
export type JoinRequest = Static<typeof JoinRequestSchema>;

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
      /** whether the person does not show it, or has not decided yet */
      blocked: Type.Boolean(),
      /** whether the person has not decided yet */
      undecided: Type.Boolean(),
    }),
  ),
  /** the ids of applications that are blocked */
  blocked: Type.ReadonlyType(Type.Array(SnowflakeSchema)),
  /** requests to play together of the last ten minutes, the newest first */
  requests: Type.Array(JoinRequestSchema),
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

export const requestActivity = operation({
  name: 'Request activity',
  summary: "Asks somebody to join or watch their game, or invites them into the person's.",
  method: 'POST',
  path: '/activities/requests',
  access: 'cli-and-page',
  errors: ['refused', 'unavailable'],
  body: Type.Object({
    user: SnowflakeSchema,
    request: Type.Unsafe<ActivityAction | 'invite'>({ enum: [...Object.values(ACTIVITY_ACTIONS), 'invite'] }),
  }),
  reply: ActivitiesSchema,
  async handle({ control, body: { request, user } }) {
    requireSignedIn(control.client);
    const { activityRequests } = control;
    if (request === 'invite') await activityRequests.invite(user);
    else await activityRequests.ask(user, request);
    return readActivities(control);
  },
});

export const acceptActivityRequest = operation({
  name: 'Accept activity request',
  summary: 'Lets somebody join or watch who asked to, or takes an invite.',
  details: 'Who asked receives the secret of the activity; a taken invite makes the program here join.',
  method: 'POST',
  path: '/activities/requests/{id}/accept',
  access: 'cli-and-page',
  errors: ['refused', 'unavailable'],
  body: NoBody,
  reply: ActivitiesSchema,
  async handle({ control, params }) {
    await control.activityRequests.accept(params.id);
    return readActivities(control);
  },
});

export const declineActivityRequest = operation({
  name: 'Decline activity request',
  summary: 'Declines a request to play together; further ones of the same user are ignored for ten minutes.',
  method: 'POST',
  path: '/activities/requests/{id}/decline',
  access: 'cli-and-page',
  errors: ['refused', 'unavailable'],
  body: NoBody,
  reply: ActivitiesSchema,
  async handle({ control, params }) {
    await control.activityRequests.decline(params.id);
    return readActivities(control);
  },
});

/** The requests to play together, the newest first. */
export function listRequests({
  activityRequests,
  sessions,
}: Pick<ControlContext, 'activityRequests' | 'sessions'>): JoinRequest[] {
  const names = new Map(sessions.list().map(({ application: { id, name } }) => [id, name]));
  return activityRequests
    .list()
    .map(({ id, kind, direction, action, state, user, applicationId, expiresAt }) => ({
      id,
      kind,
      direction,
      action,
      state,
      user: { id: user.id, username: user.username, discriminator: user.discriminator },
      application: { id: applicationId, name: names.get(applicationId) ?? null },
      expires_at: timestamp(expiresAt),
    }));
}

async function readActivities(control: ControlContext): Promise<ListedActivities> {
  const { activities, activitySettings, describeProcess } = control;
  const { blocked, unregistered } = activitySettings;
  const listed = activities.list().map(async ({ session, activity, isBlocked, isShown, isUndecided }) => {
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
      undecided: isUndecided,
    };
  });
  return { unregistered, activities: await Promise.all(listed), blocked, requests: listRequests(control) };
}

/** @throws {ControlError} if it is not an id */
function idOf(text: string): string {
  if (isSnowflake(text)) return text;
  throw new ControlError(
    'invalid',
    `${text} is not the id of an application`,
    'See them with: guildhall activities',
  );
}
