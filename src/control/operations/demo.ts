import { DemoSetSchema } from '../demo/demo-set.js';
import { makeDemo } from '../demo/make-demo.js';
import { ControlError } from '../errors.js';
import { NoBody } from '../no-body.js';
import { operation } from '../operation.js';
import { requireAdministration } from '../require-administration.js';

/** Makes a set of things to try Guildhall with. */
export const createDemo = operation({
  method: 'POST',
  path: '/demo',
  page: false,
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
