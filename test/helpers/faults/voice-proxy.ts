import { type Clock, systemClock } from '#guildhall/platform/clock.js';
import { freePort } from '../free-port.js';
import { TcpProxy } from './tcp-proxy.js';
import { UdpProxy } from './udp-proxy.js';

/** The address of the endpoint itself, and the one at which clients find the proxy. Both are of this machine. */
const ENDPOINT_HOST = '127.0.0.1';
const PROXY_HOST = '127.0.0.2';

/**
 * Both ports of a voice endpoint behind proxies that a test can break. Clients, daemons among them, find the proxies in
 * VOICE_SERVER_UPDATE and READY:
 *
 *     const proxy = await VoiceProxy.start();
 *     const endpoint = await LocalVoiceEndpoint.start({ ...proxy.settings, tls: null, ... });
 *     const daemon = await TestDaemon.start({ environment: proxy.environment });
 */
export class VoiceProxy {
  private constructor(
    /** the WebSockets */
    readonly tcp: TcpProxy,
    /** the packets of sound, discovery and keepalives */
    readonly udp: UdpProxy,
  ) {}

  /** @param clock of the delays of packets */
  static async start(clock: Clock = systemClock): Promise<VoiceProxy> {
    const port = await freePort([ENDPOINT_HOST, PROXY_HOST]);
    const [listen, target] = [
      { address: PROXY_HOST, port },
      { address: ENDPOINT_HOST, port },
    ];
    const tcp = await TcpProxy.start(listen, target);
    return new VoiceProxy(tcp, await UdpProxy.start(listen, target, { clock }));
  }

  /** Options of an endpoint behind the proxies. */
  get settings() {
    const { port } = this.tcp;
    return { host: ENDPOINT_HOST, port, publicAddress: `${PROXY_HOST}:${port}`, publicIp: PROXY_HOST };
  }

  /** The environment of a daemon whose endpoint is behind the proxies. */
  get environment(): Readonly<Record<string, string>> {
    const { host, port, publicAddress, publicIp } = this.settings;
    return {
      GUILDHALL_VOICE_HOST: host,
      GUILDHALL_VOICE_PORT: String(port),
      GUILDHALL_VOICE_PUBLIC_ADDRESS: publicAddress,
      GUILDHALL_VOICE_PUBLIC_IP: publicIp,
    };
  }

  /** Drops everything in both directions. Nobody is told. */
  block(): void {
    this.tcp.freeze();
    this.udp.block();
  }

  /** Undoes every fault. */
  restore(): void {
    this.tcp.thaw();
    this.udp.restore();
  }

  stop(): void {
    this.tcp.stop();
    this.udp.stop();
  }
}
