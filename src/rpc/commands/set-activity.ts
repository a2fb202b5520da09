import Type from 'typebox';
import { GivenActivitySchema, TakenActivitySchema } from '../../protocol/rpc/activity.js';
import { Nullable } from '../../protocol/schema.js';
import { readActivity } from '../activities/activities.js';
import { command } from '../dispatch/command.js';

export const setActivity = command({
  name: 'SET_ACTIVITY',
  summary: 'Shows an activity of the person to others, until the connection ends.',
  details:
    'Without an `activity`, or with null, it ends. The reply has it as it was taken (see Activities). `pid` is that of the game; the person sees the process at the other end of the connection instead.',
  access: 'local',
  args: Type.Object({
    pid: Type.Integer({ minimum: 0 }),
    activity: Type.Optional(Nullable(GivenActivitySchema)),
  }),
  data: Nullable(TakenActivitySchema),
  errors: [],
  handle({ activities, session }, { activity: given }) {
    const isEmpty = given === undefined || given === null || Object.keys(given).length === 0;
    const activity = isEmpty ? null : readActivity(given, session.application);
    activities.set(session, activity);
    if (activity !== null) session.markInUse();
    return activity;
  },
});
