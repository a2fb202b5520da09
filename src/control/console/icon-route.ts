import type { FastifyInstance } from 'fastify';
import { ControlError } from '../errors.js';
import type { ApplicationIcons } from './application-icons.js';

/**
 * GET /api/applications/{id}/icons/{hash}: the icon of an application, as JPEG, PNG or GIF. The page loads nothing from
 * elsewhere, so that the service cannot tell when it is open.
 */
export function serveIconRoute(app: FastifyInstance, icons: ApplicationIcons): void {
  app.get<{ Params: { id: string; hash: string } }>(
    '/api/applications/:id/icons/:hash',
    async ({ params }, reply) => {
      const icon = await icons.find(params.id, params.hash);
      if (icon === null) throw new ControlError('not_found', 'There is no such icon.');
      return reply.type(icon.type).send(icon.bytes);
    },
  );
}
