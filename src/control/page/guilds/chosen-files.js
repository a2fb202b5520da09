import { byId } from '../shell/dom.js';
import { byteSize, count } from '../shell/format.js';

/** What the daemon takes with one message. */
const MAX_FILES = 10;
const MAX_BYTES = 8 * 1024 * 1024;

/** The files that the person sends with a message: chosen, or pasted into its text. */
export class ChosenFiles {
  #part = byId('message-files-part');
  #input = byId('message-files', HTMLInputElement);
  #onChange;
  /** @type {readonly File[]} */
  #files = [];

  /** @param {() => void} onChange */
  constructor(onChange) {
    this.#onChange = onChange;
    this.#input.addEventListener('change', () => {
      this.#choose([...this.#files, ...(this.#input.files ?? [])]);
      // The same file can be chosen again.
      this.#input.value = '';
    });
    byId('message-content').addEventListener('paste', (event) => {
      const pasted = event.clipboardData?.files ?? [];
      if (pasted.length === 0 || this.#part.hidden) return;
      event.preventDefault();
      this.#choose([...this.#files, ...pasted]);
    });
    byId('message-files-clear').addEventListener('click', () => this.clear());
  }

  get isEmpty() {
    return this.#files.length === 0;
  }

  /** Whether there are more files or bytes than a message may have. */
  get isTooMuch() {
    return this.#files.length > MAX_FILES || this.#bytes > MAX_BYTES;
  }

  get #bytes() {
    return this.#files.reduce((sum, { size }) => sum + size, 0);
  }

  clear() {
    this.#choose([]);
  }

  /** @param {boolean} isHidden whether no files can be sent */
  setHidden(isHidden) {
    this.#part.hidden = isHidden;
  }

  /** @returns {Promise<{ name: string, data: string }[]>} the files with their bytes as Base64 */
  read() {
    return Promise.all(
      this.#files.map(async (file) => ({ name: file.name.slice(-255), data: await readBase64(file) })),
    );
  }

  /** @param {readonly File[]} files */
  #choose(files) {
    this.#files = files;
    const chosen = byId('message-files-chosen');
    chosen.hidden = files.length === 0;
    const what = `${count(files.length, 'file')}, ${byteSize(this.#bytes)}`;
    const limit = `: a message has at most ${MAX_FILES} files with ${byteSize(MAX_BYTES)}`;
    byId('message-files-text').textContent = `${what}${this.isTooMuch ? limit : ''}`;
    this.#onChange();
  }
}

/** @param {File} file @returns {Promise<string>} */
function readBase64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).split(',', 2)[1] ?? ''));
    reader.addEventListener('error', () => reject(reader.error ?? new TypeError('the file cannot be read')));
    reader.readAsDataURL(file);
  });
}
