import { type Check, type CheckContext, ok, problem, type Result } from './finding.js';
import { guildhallCommand, toFlagWords } from './guildhall-command.js';

/** The service answers a heartbeat each 41 s; two without an answer end the connection. In milliseconds. */
const MAX_SILENCE_MS = 120_000;

/** Checks that a daemon is running and signed in to its service. */
export const service: Check = {
  name: 'service',
  run(context) {
    const { daemon, daemonSilence } = context;
    if (daemonSilence !== null || context.homeProcess !== null) return [];
    if (daemon === null) return [notRunning(context)];
    const { api, hasAccount, lastFrameAt } = daemon;
    // Without an account the daemon does not connect.
    if (!hasAccount) {
      return [
        problem('not_signed_in', 'nobody is signed in', {
          hint: 'Sign in.',
          command: guildhallCommand(context, 'login'),
        }),
      ];
    }
    if (!api.connected) {
      return [
        problem('service_not_connected', `the service at ${api.url} is not connected`, {
          hint: 'Check the address and the network; the daemon keeps trying.',
        }),
      ];
    }
    const silence = lastFrameAt === null ? 0 : context.now - lastFrameAt;
    if (silence > MAX_SILENCE_MS) return [silent(api.url, silence)];
    const last =
      lastFrameAt === null ? '' : `, last message ${Math.max(0, Math.round(silence / 1000))} s ago`;
    return [ok(`connected to ${api.url}${last}`)];
  },
};

function notRunning(context: CheckContext): Result {
  const { flags, role } = context;
  const words = role === 'daemon' ? ['start'] : ['api', ...toFlagWords(flags)];
  return problem('daemon_not_running', `no ${role} is running for this home`, {
    hint: 'Start it.',
    command: guildhallCommand(context, ...words),
  });
}

/** The connection looks open, for example after the machine was suspended. */
function silent(url: string, silence: number): Result {
  const seconds = Math.round(silence / 1000);
  return problem('service_silent', `the service at ${url} has sent nothing for ${seconds} s`, {
    hint: 'Wait a minute: the daemon then connects again. If it does not, check the network.',
  });
}
