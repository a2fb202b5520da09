import { RawRpcClient } from '../../helpers/rpc-client.js';
import { GAME_ORIGIN } from '../../helpers/service.js';

/** A program of an application that mutes the person and then stays: `lock-holder.js RPC_PORT CLIENT_ID ACCESS_TOKEN`. */
const [port, clientId = '', access_token] = process.argv.slice(2);
const client = await RawRpcClient.connect({ port: Number(port), clientId, origin: GAME_ORIGIN });
await client.request('AUTHENTICATE', { access_token });
const { data } = await client.request('SET_VOICE_SETTINGS', { mute: true, input: { volume: 17 } });
process.send?.(data?.mute === true);
