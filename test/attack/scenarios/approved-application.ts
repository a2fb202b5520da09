import type { Socket } from 'node:net';
import type { Attack } from '../attackers/attack.js';
import type { Scenario } from '../attackers/scenario.js';
import { frameBytes, OPCODES, requestBytes } from '../attackers/wire.js';

function command(cmd: string, args: object, evt?: string): Buffer {
  return frameBytes(OPCODES.TEXT, JSON.stringify({ cmd, args, evt, nonce: '1' }));
}

/** Opens an authenticated connection. */
function authenticated(attack: Attack): Socket {
  const socket = attack.rpc(attack.target.own);
  socket.write(command('AUTHENTICATE', { access_token: attack.target.own.accessToken }));
  socket.on('data', (chunk) => {
    const text = String(chunk);
    if (text.includes('"expires"')) attack.count('authenticated');
    for (const [, code = ''] of text.matchAll(/"code":(\d{4})/g)) attack.count(`error ${code}`);
  });
  return socket;
}

/** An application with a valid token that abuses its scopes. */
export const APPROVED_APPLICATION_SCENARIOS: readonly Scenario[] = [
  {
    name: 'application-subscriptions',
    attacker: 'application',
    summary: 'SUBSCRIBE and UNSUBSCRIBE to everything',
    run(attack) {
      const events = ['MESSAGE_CREATE', 'VOICE_STATE_UPDATE', 'SPEAKING_START', 'GUILD_STATUS'] as const;
      const next = () => {
        const cmd = attack.random.chance(0.9) ? 'SUBSCRIBE' : 'UNSUBSCRIBE';
        const id = attack.random.chance(0.5) ? attack.target.own.textId : String(attack.random.below(1e9));
        return command(cmd, { channel_id: id, guild_id: id }, attack.random.pick(events));
      };
      return attack.flood(
        attack.hold(4, 20, () => authenticated(attack)),
        600,
        next,
      );
    },
  },
  {
    name: 'application-voice-settings',
    attacker: 'application',
    summary: 'voice settings changed over and over, with VOICE_SETTINGS_UPDATE subscribed',
    run(attack) {
      const next = () =>
        attack.random.chance(0.5)
          ? command('SET_VOICE_SETTINGS', {
              mute: attack.random.chance(0.5),
              input: { volume: attack.random.below(100) },
              mode: { delay: attack.random.below(2000) },
            })
          : command('SET_USER_VOICE_SETTINGS', {
              user_id: String(attack.random.below(1e9)),
              volume: attack.random.below(200),
            });
      const open = () => {
        const socket = authenticated(attack);
        socket.write(command('SUBSCRIBE', {}, 'VOICE_SETTINGS_UPDATE'));
        return socket;
      };
      return attack.flood(attack.hold(4, 20, open), 200, next);
    },
  },
  {
    name: 'application-captures',
    attacker: 'application',
    summary: 'CAPTURE_SHORTCUT started, stopped and abandoned',
    run(attack) {
      const next = () =>
        command('CAPTURE_SHORTCUT', { action: attack.random.pick(['START', 'START', 'STOP']) });
      const churn = attack.repeat(2, () => {
        const socket = authenticated(attack);
        socket.write(command('CAPTURE_SHORTCUT', { action: 'START' }));
        setTimeout(() => socket.destroy(), 200);
      });
      const flood = attack.flood(
        attack.hold(2, 10, () => authenticated(attack)),
        60,
        next,
      );
      return Promise.all([churn, flood]).then(() => undefined);
    },
  },
  {
    name: 'application-channels',
    attacker: 'application',
    summary: 'channels selected by force, and timeouts for objects that do not exist',
    run(attack) {
      const { guildId, textId, voiceId } = attack.target.own;
      const next = () =>
        attack.random.pick([
          () => command('SELECT_VOICE_CHANNEL', { channel_id: voiceId, force: true }),
          () => command('SELECT_VOICE_CHANNEL', { channel_id: null }),
          () => command('SELECT_TEXT_CHANNEL', { channel_id: textId, timeout: 60 }),
          () => command('GET_GUILD', { guild_id: '1', timeout: 60 }),
          () => command('GET_GUILD', { guild_id: guildId }),
        ])();
      return attack.flood(
        attack.hold(4, 20, () => authenticated(attack)),
        60,
        next,
      );
    },
  },
  {
    name: 'application-unfinished-proxy-bodies',
    attacker: 'application',
    summary: '130 proxied calls whose bodies are never finished',
    run(attack) {
      const { rpcPort, own } = attack.target;
      const headers = {
        Authorization: `Bearer ${own.accessToken}`,
        'Content-Type': 'application/json',
        'Content-Length': '100000',
      };
      const head = requestBytes(rpcPort, 'PATCH', `/guilds/${own.guildId}`, headers);
      const open = () => {
        const socket = attack.open(rpcPort);
        socket.write(Buffer.concat([head, Buffer.from('{"name":"')]));
        return socket;
      };
      return attack.hold(130, 600, open).done;
    },
  },
  {
    name: 'application-proxied-calls',
    attacker: 'application',
    summary: 'proxied calls, 100 a second, some with responses that are not read',
    run(attack) {
      const { rpcPort, own } = attack.target;
      const headers = { Authorization: `Bearer ${own.accessToken}` };
      const request = requestBytes(rpcPort, 'GET', '/users/@me/guilds', headers);
      const connections = attack.hold(20, 40, () => {
        const socket = attack.open(rpcPort);
        return attack.random.chance(0.5) ? socket.pause() : socket;
      });
      return attack.flood(connections, 100, () => request);
    },
  },
];
