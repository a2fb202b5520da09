import type { Scope } from '#guildhall/protocol/scopes.js';
import type { ProgramActivity } from '#guildhall/rpc/activities/activities.js';
import type { ConsentRequest } from '#guildhall/rpc/consent/consent.js';
import type { RpcSessionInfo } from '#guildhall/rpc/sessions/live-sessions.js';
import type { RpcSession } from '#guildhall/rpc/sessions/session.js';

/** What an application asks for, with what a test cares about. */
export function consentRequest({
  kind = 'authorize' as ConsentRequest['kind'],
  id = '100',
  name = 'Game',
  userId = '1' as string | null,
  guest = null as string | null,
  origin = 'https://game.example' as string | null,
  isLocal = false,
  peer = null as string | null,
  scopes = ['rpc', 'identify'] as Scope[],
  give = (async () => userId ?? '77') as ConsentRequest['give'],
} = {}): ConsentRequest {
  const application = { id, name, description: '', icon: null, rpc_origins: [] };
  return { kind, application, userId, guest, origin, isLocal, peer, scopes, give };
}

export function rpcSession(id: string, fields: Partial<RpcSessionInfo> = {}): RpcSessionInfo {
  return {
    id,
    application: { id: '100', name: 'Game', icon: null },
    registered: true,
    transport: 'websocket',
    origin: 'https://game.example',
    encoding: 'json',
    connected_at: '2026-01-02T03:04:05.000000+00:00',
    last_seen_at: '2026-01-02T03:04:06.000000+00:00',
    scopes: ['rpc', 'identify'],
    activity: null,
    subscriptions: 1,
    subscribed: ['GUILD_CREATE'],
    frames_received: 2,
    frames_sent: 3,
    bytes_received: 200,
    bytes_sent: 300,
    key_capture: false,
    capturing_since: null,
    ...fields,
  };
}

/** What a program shows whose client id the service does not know. */
export function programActivity(
  applicationId: string,
  { name = 'Game', isShown = false, isBlocked = false, isUndecided = false } = {},
): ProgramActivity {
  const application = { id: applicationId, name, description: '', icon: null, rpc_origins: [] };
  const session = { id: applicationId, application, isRegistered: false, findPeer: async () => null };
  return {
    session: session as unknown as RpcSession,
    activity: { name, application_id: applicationId },
    isShown,
    isBlocked,
    isUndecided,
  };
}
