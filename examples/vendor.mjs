// The smallest tool of a hardware vendor: reports one certified microphone, without a connection.
//   node examples/vendor.mjs CLIENT_ID DEVICE_ID
const [clientId, id] = process.argv.slice(2);
if (id === undefined) {
  console.error('Usage: node examples/vendor.mjs CLIENT_ID DEVICE_ID');
  process.exit(2);
}
const vendor = { name: 'Acme', url: 'https://acme.example' };
const model = { name: 'Studio Mic', url: 'https://acme.example/studio-mic' };
const device = { type: 'audioinput', id, vendor, model, related: [], echo_cancellation: true };
const body = JSON.stringify({ cmd: 'SET_CERTIFIED_DEVICES', args: { devices: [device] }, nonce: '1' });
const ports = process.env.RPC_PORT ? [process.env.RPC_PORT] : Array.from({ length: 10 }, (_, n) => 6463 + n);
// Tries the ports in order; the first that answers is the RPC server.
let response = null;
for (const port of ports) {
  const url = `http://127.0.0.1:${port}/rpc?v=1&client_id=${clientId}`;
  response = await fetch(url, { method: 'POST', body }).catch(() => null);
  if (response !== null) {
    console.error('port', port, 'answers');
    break;
  }
}
if (response === null) {
  console.error('No daemon answers. Start it with: guildhall start');
  process.exitCode = 1;
} else {
  const reply = await response.text();
  console.log(reply);
  // A reply to the command has the evt null, a refusal ERROR or none.
  if (JSON.parse(reply).evt !== null) process.exitCode = 1;
}
