// Loaded into each Node.js for Windows under Wine 8: makes up for what Wine lacks, and changes nothing of Guildhall.
'use strict';

const { TCP } = process.binding('tcp_wrap');
// Wine has no TCP_KEEPIDLE: fetch() of Node.js fails without this.
TCP.prototype.setKeepAlive = () => 0;
// Wine finds whose a connection is in /proc/PID/fd, and not before the process has used the descriptor once.
for (const name of ['connect', 'connect6']) {
  const original = TCP.prototype[name];
  TCP.prototype[name] = function connect(...args) {
    const result = original.apply(this, args);
    if (result === 0) this.setNoDelay(true);
    return result;
  };
}
const extensions = require('node:module')._extensions;
const load = extensions['.node'];
const cell = new Int32Array(new SharedArrayBuffer(4));
// Even then it may take a moment.
extensions['.node'] = (module, file) => {
  load(module, file);
  const peers = module.exports?.peerCredentials;
  if (peers === undefined || !file.endsWith('guildhall.node')) return;
  const find = peers.findTcpPeerBetween;
  peers.findTcpPeerBetween = (...ends) => {
    let found = find(...ends);
    for (let left = 3; found.status === 'not-found' && ends[1] !== 1 && left > 0; left--) {
      Atomics.wait(cell, 0, 0, 10);
      found = find(...ends);
    }
    return found;
  };
};
