import { WebSocket } from 'ws';
import { exchangeCode } from '../../client/rest/exchange-code.js';
import { Connection } from '../../kit/client/connection.js';
import { IpcSocket } from '../../kit/client/ipc-socket.js';
import type { WebSocketLike } from '../../kit/client/web-socket.js';
import type { RpcCommandName, RpcEventName } from '../../kit/types/rpc.js';
import type { Clock } from '../../platform/clock.js';
import { messageOf } from '../../platform/errors.js';
import { parseJson } from '../../platform/text/parse-json.js';
import type { RpcFrame } from '../../protocol/rpc/payload.js';
import { timestamp } from '../../protocol/timestamp.js';
import { describeReceived, describeSent, type FrameContent } from '../../rpc/inspection/describe-frame.js';
import type { InspectedFrame } from '../../rpc/inspection/inspected-frame.js';
import { ControlError } from '../errors.js';

/** Captured keys are for the application that the person allowed to record them: the console must not become one. */
const KEY_NAMES: ReadonlySet<string> = new Set(['CAPTURE_SHORTCUT', 'CAPTURE_SHORTCUT_CHANGE']);
/** How long a reply may take that does not wait for the person, in milliseconds. */
const REPLY_MS = 70_000;

export interface PlaygroundTarget {
  readonly port: number;
  /** the socket of IPC, to connect there; null: over WebSocket */
  readonly ipcPath: string | null;
  readonly applicationId: string;
  /** one of the registered origins */
  readonly origin: string;
}

export interface PlaygroundCommand {
  readonly cmd: string;
  readonly evt?: string | undefined;
  readonly args: unknown;
}

export interface AuthorizeRequest {
  readonly apiUrl: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}

/**
 * A connection of the playground: an ordinary client of the RPC port or of IPC, with its Origin, consent and scopes. Its frames are
 * shown without secrets (docs/adr/0037-the-playground-is-an-ordinary-client.md).
 */
export class PlaygroundConnection {
  private constructor(
    private readonly connection: Connection,
    private readonly target: PlaygroundTarget,
  ) {}

  /** @throws {ControlError} refused if the server does not accept it */
  static async open(
    target: PlaygroundTarget,
    clock: Clock,
    show: (frame: InspectedFrame) => void,
  ): Promise<PlaygroundConnection> {
    const socket = createSocket(target);
    let number = 0;
    const record = (direction: InspectedFrame['direction'], text: string, content: FrameContent) => {
      number += 1;
      show({ number, at: timestamp(clock.now()), direction, bytes: Buffer.byteLength(text), ...content });
    };
    // As the server sees it: `received` is what the playground sends.
    const send = socket.send.bind(socket);
    socket.send = (text) => {
      record('received', text, describeReceived(parseJson(text)));
      send(text);
    };
    socket.addEventListener('message', ({ data }) => {
      const text = String(data);
      record('sent', text, describeSent(parseJson(text) as RpcFrame));
    });
    try {
      return new PlaygroundConnection(await Connection.open(socket, () => {}, clock), target);
    } catch (error) {
      throw new ControlError('refused', messageOf(error));
    }
  }

  get closed() {
    return this.connection.closed;
  }

  /**
   * Sends a command. Its reply is among the frames.
   *
   * @throws {ControlError} refused for commands and events of keys, and for a shortcut of push-to-talk
   */
  send({ cmd, evt, args }: PlaygroundCommand): void {
    if (KEY_NAMES.has(cmd) || (evt !== undefined && KEY_NAMES.has(evt))) {
      throw new ControlError('refused', 'The playground does not capture keys.', 'Use: guildhall capture');
    }
    // The page would see when it is pressed, even of one that the person allows the application to choose.
    if (cmd === 'SET_VOICE_SETTINGS' && namesKeys(args)) {
      throw new ControlError('refused', 'The playground does not choose keys.', 'Use: guildhall voice key');
    }
    // Any name is sent: what the server answers to a wrong one is worth seeing.
    const payload = {
      cmd: cmd as RpcCommandName,
      args,
      ...(evt === undefined ? {} : { evt: evt as RpcEventName }),
    };
    this.connection.request(payload, { timeoutMs: REPLY_MS }).catch(() => {
      // An error is a frame that is shown.
    });
  }

  /**
   * Does what an application does to act for the person: AUTHORIZE, exchange of the code with its secret, AUTHENTICATE.
   *
   * @throws {ControlError} refused if the person, the service or the server refuses
   */
  async authorize(
    { apiUrl, clientSecret, redirectUri, scopes }: AuthorizeRequest,
    signal: AbortSignal,
  ): Promise<void> {
    const { applicationId: clientId } = this.target;
    try {
      const args = { client_id: clientId, scopes };
      const authorized = await this.connection.request({ cmd: 'AUTHORIZE', args }, { signal });
      const code = String((Object(authorized) as { code?: unknown }).code);
      const token = await exchangeCode(apiUrl, { clientId, clientSecret, code, redirectUri });
      await this.connection.request(
        { cmd: 'AUTHENTICATE', args: { access_token: token.access_token } },
        { timeoutMs: REPLY_MS },
      );
    } catch (error) {
      throw new ControlError('refused', messageOf(error));
    }
  }

  close(): void {
    this.connection.close();
  }
}

/** Whether these arguments of SET_VOICE_SETTINGS have a shortcut, in whatever shape. One without keys is none. */
function namesKeys(args: unknown): boolean {
  const { mode } = Object(args) as { mode?: unknown };
  const { shortcut } = Object(mode) as { shortcut?: unknown };
  return shortcut !== undefined && !(Array.isArray(shortcut) && shortcut.length === 0);
}

function createSocket({ applicationId, ipcPath, origin, port }: PlaygroundTarget): WebSocketLike {
  if (ipcPath !== null) return new IpcSocket(ipcPath, applicationId);
  return new WebSocket(`ws://127.0.0.1:${port}/?v=1&client_id=${applicationId}`, { origin });
}
