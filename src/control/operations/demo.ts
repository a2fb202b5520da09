import { requireAdministration } from '../context.js';
import { DemoSetSchema } from '../demo/demo-set.js';
import { makeDemo } from '../demo/make-demo.js';
import { ControlError } from '../errors.js';
import { NoBody, operation } from '../operation.js';

export const createDemo = operation({
  name: 'Create demo',
  summary: 'Creates a guild, users and an application to try Guildhall with.',
  method: 'POST',
  path: '/demo',
  access: 'cli',
  errors: ['refused', 'unavailable'],
  body: NoBody,
  reply: DemoSetSchema,
  async handle({ control }) {
    const administration = requireAdministration(control);
    const { user, token } = control.client;
    if (user === null || token === null) {
      throw new ControlError('unavailable', 'nobody is signed in yet', 'Try again in a moment.');
    }
    return makeDemo({ apiUrl: control.status().api.url, administration, person: { id: user.id, token } });
  },
});
