import type { Scope } from '#guildhall/protocol/scopes.js';
import type { ConsentRequest } from '#guildhall/rpc/consent/consent.js';
import type { RpcSessionInfo } from '#guildhall/rpc/sessions/live-sessions.js';

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
} = {}): ConsentRequest {
  const application = { id, name, description: '', icon: null, rpc_origins: [] };
  return { kind, application, userId, guest, origin, isLocal, peer, scopes };
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
