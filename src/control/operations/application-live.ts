import Type, { type Static } from 'typebox';
import { ServiceError } from '../../client/service-error.js';
import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import { Nullable, SnowflakeSchema } from '../../protocol/schema.js';
import { RegisteredApplicationSchema } from '../applications/application-schemas.js';
import { ListedGrantSchema, readGrants } from '../applications/listed-grants.js';
import { RememberedAnswerSchema, readRememberedAnswers } from '../applications/remembered-answers.js';
import type { ControlContext } from '../context.js';
import { NoBody, streamOperation } from '../operation.js';
import { watchChanges } from '../watch-changes.js';

/** How often grants and applications are looked at besides their events, in milliseconds; new grants have no event. */
const INTERVAL_MS = 2_000;
/** How many applications and people are listed: few enough for one item of a stream. */
const MAX_LISTED = 500;

/** The applications that the service of this daemon knows; null: the service is remote. */
const RegisteredSchema = Nullable(
  Type.Object({
    applications: Type.Array(RegisteredApplicationSchema),
    /** the number of applications that are not listed */
    more: Type.Integer(),
    /** who can be a tester */
    people: Type.Array(Type.Object({ id: SnowflakeSchema, name: Type.String() })),
  }),
);

/** A part of what the console's applications view shows, as it is now. */
const ApplicationPartSchema = Type.Union([
  /** null: the service does not answer */
  Type.Object({ part: Type.Literal('grants'), value: Nullable(Type.Array(ListedGrantSchema)) }),
  Type.Object({ part: Type.Literal('remembered'), value: Type.Array(RememberedAnswerSchema) }),
  Type.Object({ part: Type.Literal('registered'), value: RegisteredSchema }),
]);
export type ApplicationPart = Static<typeof ApplicationPartSchema>;

export const watchApplications = streamOperation({
  name: 'Watch applications',
  summary:
    'Sends each part of what the applications view of the console shows, and again whenever it changes.',
  details: 'Of people only names are sent.',
  method: 'GET',
  path: '/applications/live',
  access: 'cli-and-page',
  errors: [],
  body: NoBody,
  item: ApplicationPartSchema,
  async handle({ control, signal }, emit) {
    const { client, clock, consent } = control;
    const follow = (
      listen: (changed: () => void) => readonly Unsubscribe[],
      read: () => Promise<ApplicationPart>,
    ) =>
      watchChanges<ApplicationPart>({
        signal,
        emit,
        listen: (changed) =>
          combineUnsubscribes([
            client.on('signIn', changed),
            client.on('applicationsChanged', changed),
            ...listen(changed),
          ]),
        read,
      });
    await Promise.all([
      follow(
        (changed) => [
          client.on('grantRevoked', changed),
          consent.on('remembered', changed),
          clock.every(INTERVAL_MS, changed),
        ],
        async () => ({ part: 'grants', value: await readKnownGrants(control) }),
      ),
      follow(
        (changed) => [consent.on('remembered', changed)],
        async () => ({ part: 'remembered', value: await readRememberedAnswers(control) }),
      ),
      follow(
        (changed) => [clock.every(INTERVAL_MS, changed)],
        async () => ({ part: 'registered', value: await readRegistered(control) }),
      ),
    ]);
  },
});

/** The rest of the view is shown also while the service does not answer. */
async function readKnownGrants(control: ControlContext) {
  try {
    return await readGrants(control);
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

async function readRegistered({ administration }: ControlContext): Promise<Static<typeof RegisteredSchema>> {
  if (administration === null) return null;
  const [all, people] = await Promise.all([administration.listApplications(), administration.listUsers()]);
  return {
    applications: all.slice(-MAX_LISTED),
    more: Math.max(0, all.length - MAX_LISTED),
    // A person has a token; it never leaves the daemon here.
    people: people
      .slice(0, MAX_LISTED)
      .map(({ id, username, discriminator }) => ({ id, name: `${username}#${discriminator}` })),
  };
}
