import { FrameSocket, toFrame } from '../generators/frame-socket.js';
import { HttpConnection } from '../generators/http-connection.js';
import type { FanOutLoad, SocketTarget } from '../generators/load.js';

/** Sends one payload on a separate connection. @returns the reply */
export async function askOnce(target: SocketTarget, payload: object): Promise<object> {
  const socket = new FrameSocket(target);
  await socket.open();
  const reply = new Promise<object>((resolve) => {
    socket.onFrame = (bytes) => resolve(JSON.parse(String(bytes)));
  });
  socket.write(toFrame(JSON.stringify(payload)));
  await reply;
  socket.close();
  return reply;
}

/** The first frame that a server sends. */
export async function firstFrame(target: SocketTarget): Promise<string> {
  const socket = new FrameSocket(target);
  const frame = new Promise<string>((resolve) => {
    socket.onFrame = (bytes) => resolve(String(bytes));
  });
  await socket.connect();
  await frame;
  socket.close();
  return frame;
}

/** How long an event is waited for before it is caused again, in milliseconds. */
const REPEAT_MS = 1_000;

/**
 * Opens one connection of a fan-out and causes an event, again if none arrives: a daemon that has fallen behind may begin a
 * new session. @returns the frame that it receives
 */
export async function receiveOne({ targets, trigger, marker }: FanOutLoad): Promise<string> {
  const [target] = targets;
  if (target === undefined) throw new TypeError('there are no receivers');
  const socket = new FrameSocket(target);
  await socket.open();
  const frame = new Promise<string>((resolve) => {
    socket.onFrame = (bytes) => {
      if (bytes.includes(marker)) resolve(String(bytes));
    };
  });
  const http = new HttpConnection(trigger);
  await http.open();
  http.send(() => {});
  const repeating = setInterval(() => http.send(() => {}), REPEAT_MS);
  await frame;
  clearInterval(repeating);
  socket.close();
  http.close();
  return frame;
}
