import type { RegisteredApplication } from '../../protocol/administration.js';
import type { Application } from '../../store/accounts.js';

/** An application as its owner sees it. */
export function toRegisteredApplication(application: Application): RegisteredApplication {
  const { id, name, description, icon, approved, ownerId, rpcOrigins, redirectUris, testers, botId } =
    application;
  return {
    id,
    name,
    description,
    icon,
    approved,
    owner_id: ownerId,
    rpc_origins: [...rpcOrigins],
    redirect_uris: [...redirectUris],
    testers: [...testers],
    bot: botId === null ? null : { id: botId },
  };
}
