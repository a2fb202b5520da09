import { toVisibleText } from '../../../platform/text/visible-text.js';
import { byId, element } from '../shell/dom.js';

/** @typedef {import('../../../protocol/rpc/voice-connection.js').VoiceConnectionStatus} VoiceConnectionStatus */

/** @type {Readonly<Record<VoiceConnectionStatus['state'], string>>} while the person is in a channel */
const STATE_WORDS = {
  DISCONNECTED: 'The connection to the voice server was lost. It is being restored.',
  AWAITING_ENDPOINT: 'Waiting for the service to name a voice server.',
  CONNECTING: 'Connecting to the voice server…',
  AUTHENTICATING: 'Signing in to the voice server…',
  CONNECTED: 'Connected to the voice server. The connection for sound follows.',
  VOICE_CONNECTING: 'Opening the connection for sound…',
  ICE_CHECKING: 'Finding the way for sound…',
  NO_ROUTE: 'Sound does not reach the voice server: a firewall may block UDP. Guildhall keeps trying.',
  VOICE_CONNECTED: 'Connected.',
  VOICE_DISCONNECTED: 'Sound no longer reaches the voice server. Guildhall keeps trying.',
};

/** What the plot may be high, in milliseconds: the least that is enough, so that also short pings are seen. */
const HEIGHTS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/**
 * Shows the state of the voice connection and its pings.
 *
 * @param {VoiceConnectionStatus} status
 * @param {boolean} isInChannel
 */
export function showVoiceConnection({ average_ping, hostname, last_ping, pings, state }, isInChannel) {
  const words = byId('voice-state');
  const text = isInChannel ? STATE_WORDS[state] : 'Not connected: you are in no voice channel.';
  if (words.textContent !== text) words.textContent = text;
  words.dataset.state = state === 'VOICE_CONNECTED' ? 'running' : isInChannel ? 'starting' : 'idle';
  const facts = byId('voice-connection-facts');
  facts.hidden = pings.length === 0;
  byId('voice-connection-none').hidden = pings.length > 0;
  byId('voice-hostname').textContent = hostname === '' ? '–' : toVisibleText(hostname);
  byId('voice-last-ping').textContent = toMs(last_ping);
  byId('voice-average-ping').textContent = toMs(average_ping);
  const longest = Math.max(0, ...pings);
  const height = HEIGHTS.find((one) => one >= longest) ?? longest;
  byId('voice-ping-height').textContent = `${height}\u00a0ms`;
  byId('voice-pings').replaceChildren(...pings.map((ping) => pingBar(ping, height)));
}

/**
 * @param {number} ping
 * @param {number} height of the plot
 */
function pingBar(ping, height) {
  const bar = element('li', {}, element('span', { class: 'visually-hidden' }, toMs(ping)));
  bar.style.setProperty('--part', String(Math.max(0.03, ping / height)));
  return bar;
}

/** @param {number} ms */
function toMs(ms) {
  return `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)}\u00a0ms`;
}
