import { toVisibleText } from '../../../platform/text/visible-text.js';
import { element, foreignText, keepInStep } from '../shell/dom.js';

/** @typedef {import('../../operations/devices.js').Devices['audio_inputs'][number]} Endpoint */

/** @type {Readonly<Record<string, string>>} */
const TAKEN_OVER = {
  echo_cancellation: 'echo cancellation',
  noise_suppression: 'noise suppression',
  automatic_gain_control: 'automatic volume',
  hardware_mute: 'mute (it is muted now)',
};

/**
 * @typedef {object} AudioRows
 * @property {readonly Endpoint[]} endpoints
 * @property {string | null} inUse the id of the one that the voice channel uses
 * @property {((id: string) => HTMLElement) | null} meter creates the level of an input; null for outputs
 */

/**
 * Shows audio endpoints.
 *
 * @param {HTMLElement} list
 * @param {AudioRows} rows
 */
export function showEndpoints(list, { endpoints, inUse, meter }) {
  keepInStep(list, endpoints, {
    key: ({ id }) => id,
    create: ({ id }) =>
      element(
        'li',
        { class: 'audio-device' },
        element('div', { class: 'device' }),
        element('p', { class: 'detail' }),
        ...(meter === null ? [] : [meter(id)]),
      ),
    update: (row, endpoint) => updateRow(row, endpoint, inUse === endpoint.id),
  });
}

/**
 * @param {HTMLElement} row
 * @param {Endpoint} endpoint
 * @param {boolean} isInUse
 */
function updateRow(row, { name, is_default, certified, certification }, isInUse) {
  const chips = [
    ...(is_default ? [element('span', { class: 'chip' }, 'default')] : []),
    ...(isInUse ? [element('span', { class: 'chip strong' }, 'in use')] : []),
    ...(certified ? [element('span', { class: 'chip certified' }, 'certified')] : []),
  ];
  row.querySelector('.device')?.replaceChildren(foreignText('bdi', '', name), ...chips);
  const detail = row.querySelector('.detail');
  if (!(detail instanceof HTMLElement)) return;
  detail.hidden = certification === null;
  if (certification === null) return;
  const { vendor, model, takes_over } = certification;
  const settings = takes_over.map((one) => TAKEN_OVER[one] ?? one);
  const text = settings.length === 0 ? 'takes over no setting' : `takes over ${settings.join(', ')}`;
  detail.textContent = toVisibleText(`${vendor} ${model}: ${text}`);
}
