import { type Json, textAt, valueAt } from '../kernel/json.js';
import type { RpcConnection } from '../kernel/rpc-connection.js';
import type { Trial } from '../kernel/trial.js';
import { VoiceConnection } from '../kernel/voice-connection.js';
import { PATIENCE } from '../kernel/wait.js';

/** Joins a voice channel, and leaves it when the row ends. */
export async function joinVoice(trial: Trial, connection: RpcConnection, id: string): Promise<Json> {
  leaveAfterwards(trial, connection);
  return trial.data(connection, 'SELECT_VOICE_CHANNEL', { channel_id: id, timeout: 30 });
}

export function leaveAfterwards(trial: Trial, connection: RpcConnection): void {
  trial.afterwards(() => connection.request('SELECT_VOICE_CHANNEL', { channel_id: null }));
}

/** A second connection of the same application that subscribes to an event. */
export async function subscriber(trial: Trial, evt: string, args: Json = {}): Promise<RpcConnection> {
  const connection = await trial.authenticated();
  await trial.data(connection, 'SUBSCRIBE', args, evt);
  return connection;
}

/** Ada joins a voice channel of the guild, or leaves (null), by the gateway. */
export async function moveAda(trial: Trial, channelId: string | null, selfMute = false): Promise<void> {
  const { gateway, guild } = trial.world;
  trial.note(`op 4 of another person: ${channelId === null ? 'leave' : 'join'}${selfMute ? ', muted' : ''}`);
  gateway.send(4, { guild_id: guild.id, channel_id: channelId, self_mute: selfMute, self_deaf: false });
}

/** Ada joins a voice channel of the guild and connects to its endpoint, until the row ends. */
export async function connectAda(trial: Trial, channelId: string): Promise<VoiceConnection> {
  const { ada, gateway, guild } = trial.world;
  const from = gateway.events.length;
  trial.afterwards(() => moveAda(trial, null));
  await moveAda(trial, channelId);
  const isAdas = (data: Json) => valueAt(data, 'user_id') === ada.id;
  const state = await gateway.event('VOICE_STATE_UPDATE', isAdas, from);
  const server = await gateway.event('VOICE_SERVER_UPDATE', () => true, from);
  const voice = await VoiceConnection.open({
    endpoint: textAt(server, 'endpoint'),
    token: textAt(server, 'token'),
    guildId: guild.id,
    userId: ada.id,
    sessionId: textAt(state, 'session_id'),
  });
  trial.afterwards(async () => voice.close());
  return voice;
}

/** Sends a command until it is allowed again: a lock ends a moment after its connection. */
export async function untilAllowed(connection: RpcConnection, cmd: string, args: Json): Promise<Json> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    const reply = await connection.request(cmd, args);
    if (reply.evt !== 'ERROR' || performance.now() >= deadline) return valueAt(reply, 'data') ?? null;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The voice settings once no lock of an earlier connection is still being undone. */
export async function settledVoiceSettings(connection: RpcConnection): Promise<Json> {
  for (let last = ''; ; ) {
    const { data } = await connection.request('GET_VOICE_SETTINGS', {});
    const now = JSON.stringify(data);
    if (now === last) return data ?? null;
    last = now;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
