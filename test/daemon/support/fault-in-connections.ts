// Loaded into a daemon with `node --import`: faults in code of one connection or request, past its own error handling.
import { Dispatcher } from '#guildhall/rpc/dispatch/dispatcher.js';
import { RestProxy } from '#guildhall/rpc/proxy/rest-proxy.js';

const { dispatch } = Dispatcher.prototype;
Dispatcher.prototype.dispatch = function (session, payload) {
  const { cmd } = payload as { cmd?: unknown };
  if (cmd === 'THROW') throw new RangeError('injected fault');
  if (cmd === 'REJECT') return Promise.reject(new RangeError('injected fault'));
  return dispatch.call(this, session, payload);
};

const { answer } = RestProxy.prototype;
RestProxy.prototype.answer = async function (request, response) {
  if (request.url?.includes('injected-fault')) throw new RangeError('injected fault');
  return answer.call(this, request, response);
};
