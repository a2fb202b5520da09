import { ControlError } from '../errors.js';
import type { ControlRoute } from '../server/application.js';
import type { ApplicationIcons } from './application-icons.js';

/**
 * GET /api/applications/{id}/icons/{hash}: the icon of an application, as JPEG, PNG or GIF. The page loads nothing from
 * elsewhere, so that the service cannot tell when it is open.
 */
export function iconRoute(icons: ApplicationIcons): ControlRoute {
  return {
    method: 'GET',
    path: '/api/applications/{id}/icons/{hash}',
    async answer({ params: { id = '', hash = '' } }) {
      const icon = await icons.find(id, hash);
      if (icon === null) throw new ControlError('not_found', 'There is no such icon.');
      return { status: 200, headers: { 'content-type': icon.type }, body: icon.bytes };
    },
  };
}
