import type { ApiVersion } from '../versions/version.js';
import { JsonText } from './handler-result.js';

interface Kept {
  readonly version: number;
  readonly text: JsonText;
}

/**
 * A cache for replies that are requested often, as JSON text, which is valid while the state they were made from is
 * unchanged.
 */
export class ReplyTexts {
  #kept = new WeakMap<ApiVersion, WeakMap<object, Kept>>();

  /**
   * @param interfaceVersion the version of the reply's format
   * @param subject the object that the reply shows
   * @param version of the subject; 0 for one that is never changed in place
   */
  of(interfaceVersion: ApiVersion, subject: object, version: number, make: () => object): JsonText {
    const texts = this.#kept.get(interfaceVersion) ?? new WeakMap<object, Kept>();
    this.#kept.set(interfaceVersion, texts);
    const kept = texts.get(subject);
    if (kept?.version === version) return kept.text;
    const text = new JsonText(JSON.stringify(make()));
    texts.set(subject, { version, text });
    return text;
  }

  /** For changes that affect many replies, such as a name. */
  forgetAll(): void {
    this.#kept = new WeakMap();
  }
}
