import { toVisibleText } from '../../../platform/text/visible-text.js';
import { byId, element, foreignText, keepInStep } from '../shell/dom.js';
import { ReplyOrder } from './reply-order.js';
import { SettingControl } from './setting-control.js';

/** @typedef {import('../../voice/voice-schemas.js').OwnVoiceChannel} OwnVoiceChannel */
/** @typedef {import('../../voice/voice-schemas.js').VoiceMember} VoiceMember */
/** @typedef {Partial<VoiceMember['settings']>} UserPatch */

/** Shows those in the person's voice channel, who speaks, and how loud each is. */
export class VoiceMembers {
  #list = byId('voice-members');
  #send;
  /** @type {ReadonlySet<string>} */
  #speaking = new Set();
  /** @type {WeakMap<Element, MemberControls>} */
  #controls = new WeakMap();

  /**
   * @param {((userId: string, patch: UserPatch) => Promise<VoiceMember['settings'] | undefined>) | null} send returns the
   * settings after the change, or undefined if it failed; must not throw. null: there are no controls
   */
  constructor(send) {
    this.#send = send;
  }

  /** @param {OwnVoiceChannel | null} channel */
  show(channel) {
    keepInStep(this.#list, channel?.members ?? [], {
      key: ({ id }) => id,
      create: (member) => this.#createRow(member),
      update: (row, member) => this.#updateRow(row, member),
    });
    const more = byId('voice-members-more');
    more.hidden = channel === null || channel.more === 0;
    const advice = this.#send === null ? '' : ' To change the volume of one: guildhall voice user ID';
    more.textContent = `and ${channel?.more ?? 0} more.${advice}`;
  }

  /** @param {readonly string[]} ids of those who are speaking */
  showSpeaking(ids) {
    this.#speaking = new Set(ids);
    for (const row of this.#list.children) this.#markSpeaking(row);
  }

  /** @param {VoiceMember} member */
  #createRow({ id, is_self }) {
    const name = element(
      'div',
      { class: 'member-name' },
      foreignText('bdi', 'name', ''),
      element('span', { class: 'chip speaking' }, 'speaking'),
      element('span', { class: 'chips' }),
    );
    const row = element('li', { class: 'member' }, name);
    const send = this.#send;
    if (!is_self && send !== null) {
      const controls = new MemberControls((patch) => send(id, patch));
      this.#controls.set(row, controls);
      row.append(controls.root);
    }
    return row;
  }

  /**
   * @param {HTMLElement} row
   * @param {VoiceMember} member
   */
  #updateRow(row, member) {
    const name = row.querySelector('.name');
    if (name !== null) name.textContent = toVisibleText(member.name);
    const notes = [
      ...(member.is_self ? ['you'] : []),
      ...(member.is_muted ? ['muted'] : []),
      ...(member.is_deafened ? ['deafened'] : []),
    ];
    row
      .querySelector('.chips')
      ?.replaceChildren(...notes.map((note) => element('span', { class: 'chip' }, note)));
    this.#controls.get(row)?.show(member);
    this.#markSpeaking(row);
  }

  /** @param {Element} row */
  #markSpeaking(row) {
    const isSpeaking = this.#speaking.has(row.getAttribute('data-key') ?? '');
    row.toggleAttribute('data-speaking', isSpeaking);
    row.querySelector('.speaking')?.toggleAttribute('hidden', !isSpeaking);
  }
}

/** Volume, balance and mute of one user. */
class MemberControls {
  #volume = rangeInput(0, 200);
  #percent = element('output', {});
  #balance = rangeInput(-100, 100);
  #mute = input('checkbox');
  #settings;
  #order = new ReplyOrder();
  root = element(
    'div',
    { class: 'member-controls' },
    element('label', {}, 'Volume', this.#volume, this.#percent),
    element('label', {}, 'Left – right', this.#balance),
    element('label', {}, this.#mute, 'Mute for me'),
  );

  /** @param {(patch: UserPatch) => Promise<VoiceMember['settings'] | undefined>} send */
  constructor(send) {
    /** @param {UserPatch} patch */
    const change = (patch) => this.#order.show(send(patch), (settings) => this.#showSettings(settings));
    this.#settings = {
      volume: new SettingControl(
        this.#volume,
        () => change({ volume: this.#volume.valueAsNumber }),
        this.#percent,
      ),
      balance: new SettingControl(this.#balance, () => change({ pan: toPan(this.#balance.valueAsNumber) })),
      mute: new SettingControl(this.#mute, () => change({ mute: this.#mute.checked })),
    };
  }

  /** @param {VoiceMember} member */
  show({ name, settings }) {
    const shown = toVisibleText(name);
    this.#volume.setAttribute('aria-label', `Volume of ${shown} in percent`);
    this.#balance.setAttribute('aria-label', `Balance of ${shown} from left to right`);
    this.#mute.setAttribute('aria-label', `Mute ${shown} for me`);
    this.#showSettings(settings);
  }

  /** @param {VoiceMember['settings']} settings */
  #showSettings({ mute, pan, volume }) {
    this.#order.noteShown();
    this.#settings.volume.show(volume);
    this.#settings.balance.show(Math.round((pan.right - pan.left) * 100));
    this.#settings.mute.show(mute);
  }
}

/** @param {number} balance from -100, left, to 100, right */
function toPan(balance) {
  return { left: Math.min(1, 1 - balance / 100), right: Math.min(1, 1 + balance / 100) };
}

/**
 * @param {number} min
 * @param {number} max
 */
function rangeInput(min, max) {
  const range = input('range');
  range.min = String(min);
  range.max = String(max);
  return range;
}

/** @param {string} type */
function input(type) {
  const made = document.createElement('input');
  made.type = type;
  return made;
}
