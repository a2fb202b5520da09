import { execSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { homedir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

// first-reply.mjs START CLI: starts a daemon by the first command, registers an application by the second one, and waits for READY
// on its first connection. Prints how long it runs after that, in milliseconds. Needs nothing but Node.js.

const ORIGIN = 'https://stopwatch.example';
const RUNTIME = `${homedir()}/.local/share/guildhall/runtime.json`;
/** How long everything may take, in milliseconds. */
const TIMEOUT = 1_500_000;

const [, , start, cli] = process.argv;
const daemon = spawn(start, { shell: true, stdio: ['ignore', 2, 2], detached: true });
daemon.once('exit', (code) => fail(`it ended with exit code ${code}`));
setTimeout(() => fail('no reply came in time'), TIMEOUT).unref();

while (!existsSync(RUNTIME)) await sleep(20);
const { rpc } = JSON.parse(readFileSync(RUNTIME, 'utf8'));
const flags = `--name Stopwatch --origin ${ORIGIN} --approved --json`;
const { id } = JSON.parse(execSync(`${cli} apps create ${flags}`, { encoding: 'utf8' }));
const ready = await firstFrame(rpc.port, id);
const repliedAt = performance.now();
if (!ready.includes('"evt":"READY"')) fail(ready);
daemon.removeAllListeners('exit');
process.kill(-daemon.pid, 'SIGTERM');
process.stdout.write(JSON.stringify({ afterReplyMs: performance.now() - repliedAt }));
process.exit(0);

/** What a WebSocket receives first, with the reply to its request. */
function firstFrame(port, clientId) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', reject);
    socket.write(
      [
        `GET /?v=1&client_id=${clientId} HTTP/1.1`,
        `Host: 127.0.0.1:${port}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: c3RvcHdhdGNoIGtleSAxIQ==',
        `Origin: ${ORIGIN}`,
        '\r\n',
      ].join('\r\n'),
    );
    let received = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      received += chunk;
      if (received.includes('}')) resolve(received);
    });
    socket.on('close', () => resolve(received));
  });
}

function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
