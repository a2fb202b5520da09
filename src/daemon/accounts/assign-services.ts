import { readRemembered, renderRemembered } from '../../control/consent/remembered-consents.js';
import { writePrivateFile } from '../../platform/files/private-file.js';
import type { HomeFiles } from '../../platform/home.js';
import { readActivitySettings, renderActivitySettings } from '../../rpc/activities/activity-settings.js';
import { readOnceGrants, renderOnceGrants } from '../../rpc/consent/once-grants-file.js';
import { readAccountFile } from './account-file.js';
import { EMBEDDED_SERVICE } from './saved-accounts.js';

/**
 * Assigns the decisions of files that were written before services were kept to the service where they were made: the one
 * that has the account, by `account.json`. Where that cannot be told, a permission is assigned to the daemon's own service,
 * and what restricts an application (a block, a grant to revoke) to each one that it may belong to.
 *
 * It is saved before anybody signs in: the next service may have an account with the same id. Only the daemon that has locked
 * the home may call this.
 *
 * @throws {UserError} if one of the files is damaged
 */
export async function assignServices(files: HomeFiles): Promise<void> {
  const { accounts } = await readAccountFile(files.account);
  const servicesOf = (userId: string) => [
    ...new Set(accounts.filter(({ id }) => id === userId).map(({ service }) => service)),
  ];

  const remembered = await readRemembered(files.remembered);
  if (remembered.some(({ service }) => service === undefined)) {
    const assigned = remembered.map((one) => ({ service: onlyOne(servicesOf(one.user_id)), ...one }));
    await writePrivateFile(files.remembered, renderRemembered(assigned));
  }

  const grants = await readOnceGrants(files.onceGrants);
  if (grants.some(({ service }) => service === undefined)) {
    const assigned = grants.flatMap((grant) => {
      if (grant.service !== undefined) return [grant];
      const services = servicesOf(grant.user_id);
      return (services.length > 0 ? services : [EMBEDDED_SERVICE]).map((service) => ({ ...grant, service }));
    });
    await writePrivateFile(files.onceGrants, renderOnceGrants(assigned));
  }

  const { allowed = [], blocked = [], ...settings } = await readActivitySettings(files.activitySettings);
  if (allowed.length > 0 || blocked.length > 0) {
    const named = [...new Set(accounts.map(({ service }) => service))];
    const owner = onlyOne(named);
    const services = { ...settings.services };
    for (const service of new Set([owner, ...named])) {
      const known = services[service];
      services[service] = {
        blocked: [...new Set([...(known?.blocked ?? []), ...blocked])],
        allowed: [...new Set([...(known?.allowed ?? []), ...(service === owner ? allowed : [])])],
      };
    }
    await writePrivateFile(files.activitySettings, renderActivitySettings({ ...settings, services }));
  }
}

/** The only service; the daemon's own where there is none, or several. */
function onlyOne(services: readonly string[]): string {
  const [first = EMBEDDED_SERVICE, ...more] = services;
  return more.length === 0 ? first : EMBEDDED_SERVICE;
}
