import Type from 'typebox';
import { type ControlContext, requireAdministration, requireSignedIn } from '../context.js';
import { DemoSetSchema } from '../demo/demo-set.js';
import type { DemoContext } from '../demo/demos.js';
import { untilArrived } from '../guilds/person-operation.js';
import { NoBody, operation } from '../operation.js';

export const createDemo = operation({
  name: 'Create demo',
  summary: 'Returns the demo of this home, a guild, users and an application to try Guildhall with.',
  details: 'It is created if there is none, or if `another` is wanted. Its secrets are kept in `demos.json`.',
  method: 'POST',
  path: '/demo',
  access: 'cli',
  errors: ['refused', 'unavailable'],
  body: Type.Object({ another: Type.Optional(Type.Boolean()) }),
  reply: DemoSetSchema,
  handle: ({ control, body }) => openDemo(control, body.another ?? false),
});

export const openDemoGuild = operation({
  name: 'Open demo guild',
  summary: 'Creates the demo of this home if there is none, and returns its guild without secrets.',
  method: 'POST',
  path: '/demo/guild',
  access: 'cli-and-page',
  errors: ['refused', 'unavailable'],
  body: NoBody,
  reply: Type.Pick(DemoSetSchema.properties.guild, ['id', 'name']),
  async handle({ control }) {
    const { id, name } = (await openDemo(control, false)).guild;
    return { id, name };
  },
});

export const removeDemos = operation({
  name: 'Remove demos',
  summary: 'Removes all demos with their guilds and applications.',
  details:
    'The accounts of their people stay, in no guild: accounts are never deleted. The next demo has the same ones.',
  method: 'DELETE',
  path: '/demo',
  access: 'cli',
  errors: ['refused', 'unavailable'],
  body: NoBody,
  reply: Type.Object({ removed: Type.Array(Type.String()) }),
  handle: async ({ control }) => ({
    removed: await control.demos.remove(requireAdministration(control)),
  }),
});

async function openDemo(control: ControlContext, another: boolean) {
  const demo = await control.demos.open(demoContext(control), another);
  await untilArrived(control, (state) => state.guild(demo.guild.id) !== undefined);
  return demo;
}

function demoContext(control: ControlContext): DemoContext {
  const administration = requireAdministration(control);
  const { id } = requireSignedIn(control.client);
  const { token } = control.client;
  return { apiUrl: control.status().api.url, administration, person: { id, token: token ?? '' } };
}
