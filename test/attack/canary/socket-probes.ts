import { once } from 'node:events';
import { WebSocket } from 'ws';
import { GATEWAY_OPCODES } from '#guildhall/protocol/gateway/opcodes.js';
import { type CanaryTarget, type Probe, UnservedError } from './probe.js';

interface Frame {
  readonly [key: string]: unknown;
}

/** Two connections that stay open during the whole run, and one that is opened again each time. */
export async function socketProbes(target: CanaryTarget): Promise<Probe[]> {
  const { rpcPort, application, accessToken } = target;
  const address = `ws://127.0.0.1:${rpcPort}/?v=1&client_id=${application.id}&encoding=json`;
  const isReady = ({ evt }: Frame) => evt === 'READY';
  const connectRpc = () => HonestSocket.connect(address, application.origin, isReady);
  const rpc = await connectRpc();
  let nonce = 0;
  const command = (cmd: string, args: object) => {
    nonce += 1;
    const own = `n${nonce}`;
    return rpc.ask({ cmd, args, nonce: own }, (frame) => frame.nonce === own);
  };
  const { evt } = await command('AUTHENTICATE', { access_token: accessToken });
  if (evt !== null) throw new UnservedError('the canary could not authenticate');
  const gateway = await connectGateway(target);
  const heartbeat = { op: GATEWAY_OPCODES.HEARTBEAT, d: null };
  return [
    {
      name: 'rpc',
      everyMs: 50,
      measure: async () => void (await command('GET_GUILDS', {})),
      isConnected: () => rpc.isOpen,
    },
    {
      name: 'newcomer',
      everyMs: 500,
      measure: async () => (await connectRpc()).close(),
      isConnected: () => null,
    },
    {
      name: 'gateway',
      everyMs: 700,
      measure: async () =>
        void (await gateway.ask(heartbeat, ({ op }) => op === GATEWAY_OPCODES.HEARTBEAT_ACK)),
      isConnected: () => gateway.isOpen,
    },
  ];
}

async function connectGateway({ apiUrl, personToken }: CanaryTarget): Promise<HonestSocket> {
  const address = `${apiUrl.replace('http:', 'ws:').replace(/\/api$/, '')}/?v=6&encoding=json`;
  const gateway = await HonestSocket.connect(address, undefined, ({ op }) => op === GATEWAY_OPCODES.HELLO);
  const identify = { op: GATEWAY_OPCODES.IDENTIFY, d: { token: personToken, properties: {} } };
  await gateway.ask(identify, ({ t }) => t === 'READY');
  return gateway;
}

/** A WebSocket that correlates responses. */
class HonestSocket {
  readonly #waiting = new Set<(frame: Frame | UnservedError) => void>();

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as Frame;
      for (const settle of [...this.#waiting]) settle(frame);
    });
    socket.on('error', () => undefined);
    socket.on('close', (code, reason) => {
      const ended = new UnservedError(`closed with ${code} ${String(reason)}`);
      for (const settle of [...this.#waiting]) settle(ended);
    });
  }

  /** Connects and waits for the first frame. */
  static async connect(
    address: string,
    origin: string | undefined,
    isFirst: (frame: Frame) => boolean,
  ): Promise<HonestSocket> {
    const own = new HonestSocket(new WebSocket(address, origin === undefined ? {} : { origin }));
    await own.#next(isFirst);
    return own;
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  ask(payload: object, isAnswer: (frame: Frame) => boolean): Promise<Frame> {
    const answer = this.#next(isAnswer);
    this.socket.send(JSON.stringify(payload));
    return answer;
  }

  async close(): Promise<void> {
    const closed = once(this.socket, 'close');
    this.socket.close();
    await closed;
  }

  #next(matches: (frame: Frame) => boolean): Promise<Frame> {
    if (this.socket.readyState > WebSocket.OPEN) throw new UnservedError('the connection is closed');
    return new Promise((resolve, reject) => {
      const settle = (frame: Frame | UnservedError) => {
        if (!(frame instanceof UnservedError) && !matches(frame)) return;
        this.#waiting.delete(settle);
        if (frame instanceof UnservedError) reject(frame);
        else resolve(frame);
      };
      this.#waiting.add(settle);
    });
  }
}
