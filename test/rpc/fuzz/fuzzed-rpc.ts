import { connect } from 'node:net';
import { WebSocket } from 'ws';
import type { Clock } from '#guildhall/platform/clock.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { defaultsOf } from '#guildhall/protocol/declaration/limits.js';
import { ENCODINGS } from '#guildhall/protocol/encoding/index.js';
import { RPC_LIMITS } from '#guildhall/rpc/limits.js';
import { decodeFrame } from '../../helpers/decode-frame.js';
import { MockRpc, ORIGIN } from '../../helpers/mock-rpc.js';
import { guild, textChannel } from '../../helpers/objects.js';
import { type EncodingName, encode } from './hostile-frame.js';

const ALL_SCOPES = ['rpc', 'rpc.api', 'identify', 'messages.read', 'rpc.notifications.read'];

/** As if no limit of rate were there: the run tries frames, not them. */
const LIMITS = {
  ...defaultsOf(RPC_LIMITS),
  messagesPerSecond: 1e9,
  workPerSecond: 1e12,
  unauthenticatedWorkPerSecond: 1e12,
  unauthenticatedTotalWorkPerSecond: 1e12,
  failedAuthentications: 1e9,
  pendingCommands: 1e9,
  authenticateSeconds: 1e6,
};

/** A second is a millisecond: no command with a timeout holds the run up. */
const hastyClock: Clock = { ...systemClock, after: (ms, callback) => systemClock.after(ms / 1000, callback) };

/** A server with a guild that has a text and a voice channel, and everything allowed to the token it gives. */
export async function startFuzzedRpc(apiUrl: string): Promise<{ mock: MockRpc; token: string }> {
  const mock = await MockRpc.start({ limits: LIMITS, clock: hastyClock, apiUrl });
  mock.client.addGuild(guild('9', { channels: [textChannel('10'), textChannel('11', { type: 2 })] }));
  return { mock, token: mock.grant(ALL_SCOPES) };
}

/** What became of the frames of one batch. */
export interface Outcome {
  readonly refused: number;
  readonly answered: number;
  /** frames without an answer of their own, because the connection was closed */
  readonly closed: number;
  readonly codes: ReadonlySet<number>;
  /** refusals of the kind that no input may cause */
  readonly mistakes: readonly string[];
}

/** How long a batch may take, in milliseconds. */
const PATIENCE = 20_000;

/** Sends frames over a separate connection and waits until each is answered, or the connection closed. */
export async function sendFrames(
  { mock, token }: { mock: MockRpc; token: string },
  encodingName: EncodingName,
  frames: readonly { bytes: Buffer; binary: boolean }[],
  isAuthenticated: boolean,
): Promise<Outcome> {
  const address = `ws://127.0.0.1:${mock.port}/?v=1&client_id=100&encoding=${encodingName}`;
  const socket = new WebSocket(address, { origin: ORIGIN });
  const command = (cmd: string, args: object) => ({
    bytes: encode({ cmd, args, nonce: 'own' }, encodingName),
    binary: encodingName === 'etf',
  });
  const all = [
    ...(isAuthenticated ? [command('AUTHENTICATE', { access_token: token })] : []),
    ...frames,
    // A capture that a frame started is over with this, and answered.
    command('CAPTURE_SHORTCUT', { action: 'STOP' }),
  ];
  let refused = 0;
  let answered = 0;
  const codes = new Set<number>();
  const mistakes: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const stuck = setTimeout(
      () => reject(new StuckError(`${refused + answered} of ${all.length} were answered`)),
      PATIENCE,
    );
    const done = () => {
      clearTimeout(stuck);
      resolve();
    };
    socket.on('error', () => {});
    socket.on('close', done);
    socket.on('message', (data) => {
      const { evt, cmd, data: body } = decode(encodingName, data as Buffer);
      if (evt === 'READY') for (const { bytes, binary } of all) socket.send(bytes, { binary });
      else if (evt === 'ERROR') {
        refused += 1;
        const { code, message } = body as { code: number; message: string };
        codes.add(code);
        if (message === 'Unknown Error') mistakes.push(String(cmd));
      } else if (cmd !== 'DISPATCH') answered += 1;
      for (const { answer } of mock.asked.splice(0)) answer(false);
      if (refused + answered >= all.length) {
        socket.close();
        done();
      }
    });
  }).finally(() => socket.terminate());
  return { refused, answered, closed: all.length - refused - answered, codes, mistakes };
}

function decode(encodingName: EncodingName, frame: Buffer): Record<string, unknown> {
  const encoding = ENCODINGS.get(encodingName);
  return Object(encoding && decodeFrame(encoding, frame));
}

/** Frames were neither answered nor was their connection closed. */
class StuckError extends Error {
  override readonly name = 'StuckError';
}

/** Sends bytes to the RPC port. @returns the status of the answer, or null if the connection was just closed */
export async function sendRequest(port: number, bytes: Buffer): Promise<number | null> {
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(PATIENCE, () =>
    socket.destroy(new StuckError('a request was neither answered nor refused')),
  );
  socket.end(bytes);
  let received = '';
  try {
    for await (const chunk of socket) received += String(chunk);
  } catch (error) {
    // A server that refuses early need not read the rest.
    if (error instanceof StuckError) throw error;
  }
  const status = /^HTTP\/1\.1 (\d{3})/.exec(received.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, ''))?.[1];
  return status === undefined ? null : Number(status);
}
