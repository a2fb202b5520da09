import { toVisibleText } from '../../../platform/text/visible-text.js';
import { showAvatar } from '../shell/avatar.js';
import { copyButton } from '../shell/copy-button.js';
import { byId, element } from '../shell/dom.js';

/** @typedef {import('../../../protocol/administration.js').RegisteredApplication} Registered */

/**
 * What the person filled in: a body of "Create application", or of "Update application" without what they left as it was.
 *
 * @typedef {object} ApplicationInput
 * @property {string} [name]
 * @property {string} [description]
 * @property {string[]} [rpc_origins]
 * @property {string[]} [redirect_uris]
 * @property {string | null} [icon]
 */

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

/** The largest icon, in bytes. */
const MAX_ICON = 256 * 1024;

/** The fields of an application. */
export class ApplicationForm {
  #name = byId('application-name', HTMLInputElement);
  #description = byId('application-description', HTMLTextAreaElement);
  #origins = byId('application-origins', HTMLTextAreaElement);
  #redirects = byId('application-redirects', HTMLTextAreaElement);
  #icon = byId('application-icon', HTMLInputElement);
  #removeIcon = byId('application-icon-remove', HTMLInputElement);
  #bot = byId('application-bot', HTMLInputElement);
  /** what `fill` has put into the fields; null: a new application @type {Map<Field, string> | null} */
  #filled = null;

  /** @param {Registered | null} application null: a new one */
  fill(application) {
    this.#name.value = application?.name ?? '';
    this.#description.value = application?.description ?? '';
    this.#origins.value = application?.rpc_origins.join('\n') ?? '';
    this.#redirects.value = application?.redirect_uris.join('\n') ?? '';
    const fields = [this.#name, this.#description, this.#origins, this.#redirects];
    this.#filled = application && new Map(fields.map((field) => [field, field.value]));
    this.#icon.value = '';
    this.#removeIcon.checked = false;
    this.#bot.checked = false;
    byId('application-icon-remove-field').hidden = application?.icon == null;
    byId('application-new').hidden = application !== null;
    const avatar = byId('application-avatar');
    avatar.hidden = application === null;
    if (application !== null) showAvatar(avatar, application);
    const id = byId('application-id');
    id.hidden = application === null;
    const idText = element('span', { class: 'mono' }, application?.id ?? '');
    id.replaceChildren(element('span', { class: 'form-label' }, 'Id'), idText, copyButton(idText, 'id'));
    byId('application-title').textContent =
      application === null ? 'Register an application' : `Edit ${toVisibleText(application.name)}`;
    byId('application-save').textContent = application === null ? 'Register' : 'Save';
  }

  /** @returns {boolean} whether a new application gets a bot */
  get hasBot() {
    return this.#bot.checked;
  }

  /**
   * Reads the fields that were changed, so that a change elsewhere since then stays; all of a new application.
   *
   * @returns {Promise<ApplicationInput>}
   * @throws {Error} for the person, if the icon cannot be used
   */
  async read() {
    const icon = await this.#readIcon();
    return {
      ...(this.#isChanged(this.#name) && { name: this.#name.value }),
      ...(this.#isChanged(this.#description) && { description: this.#description.value }),
      ...(this.#isChanged(this.#origins) && { rpc_origins: lines(this.#origins) }),
      ...(this.#isChanged(this.#redirects) && { redirect_uris: lines(this.#redirects) }),
      ...(icon !== undefined && { icon }),
    };
  }

  /** @param {Field} field */
  #isChanged(field) {
    return this.#filled?.get(field) !== field.value;
  }

  /** @returns {Promise<string | null | undefined>} base64; null: it is removed; undefined: it stays */
  async #readIcon() {
    const [file] = this.#icon.files ?? [];
    if (file === undefined) return this.#removeIcon.checked ? null : undefined;
    if (file.size > MAX_ICON) throw new Error('The icon is larger than 256 KiB. Choose a smaller file.');
    const bytes = new Uint8Array(await file.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  }
}

/** @param {HTMLTextAreaElement} field */
function lines({ value }) {
  return value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
