import { FRAMES } from './frames.js';
import { FACTS, FINDINGS } from './health.js';

/** Replies that would say something of the machine of the tests, or need more than mocks: the lines of each. */
const REPLIES: Readonly<Record<string, readonly unknown[]>> = {
  'GET /api/facts': [FACTS],
};

/** The items of the playground's connection, which stays open. */
const PLAYGROUND = [
  { state: 'open', id: 'playground' },
  ...FRAMES.map((frame) => ({ state: 'frame', frame })),
];

/** Streams by the start of their paths: their items, and whether they end then. */
const STREAMS = {
  '/streams/POST/playground/applications/': { items: PLAYGROUND, isComplete: false },
  '/streams/POST/doctor': { items: [{ part: 'findings', value: FINDINGS }], isComplete: true },
};

/** A script for a page: requests and streams that begin with these are answered here. */
export const FIXED_REPLIES = `{
  const replies = new Map(Object.entries(${JSON.stringify(REPLIES)}));
  const ask = window.fetch.bind(window);
  window.fetch = (url, options = {}) => {
    const { pathname } = new URL(url, location.href);
    const request = \`\${options.method ?? 'GET'} \${pathname}\`;
    const found = [...replies].find(([start]) => request.startsWith(start));
    if (found === undefined) return ask(url, options);
    const text = found[1].map((line) => JSON.stringify(line)).join('\\n') + '\\n';
    return Promise.resolve(new Response(text, { headers: { 'content-type': 'application/json' } }));
  };
  const Connected = window.WebSocket;
  const streams = Object.entries(${JSON.stringify(STREAMS)});
  window.WebSocket = function (url, protocols) {
    const { pathname } = new URL(url);
    const [, stream] = streams.find(([start]) => pathname.startsWith(start)) ?? [];
    if (stream === undefined) return new Connected(url, protocols);
    const socket = Object.assign(new EventTarget(), { close() {} });
    setTimeout(() => {
      for (const item of stream.items) {
        socket.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ item }) }));
      }
      if (stream.isComplete) socket.dispatchEvent(new CloseEvent('close', { code: 1000 }));
    });
    return socket;
  };
}`;
