import type { ApiVersion } from '../versions/version.js';
import { JsonText } from './handler-result.js';

interface Kept {
  readonly version: number;
  readonly text: JsonText;
}

/** Replies that are asked for again and again, as text, kept as long as the state they were made from. */
export class ReplyTexts {
  #kept = new WeakMap<ApiVersion, WeakMap<object, Kept>>();

  /**
   * @param interfaceVersion in which the reply is written
   * @param subject what the reply shows
   * @param version of the subject; 0 for one that never changes in place
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

  /** For what shows in many replies, such as a name. */
  forgetAll(): void {
    this.#kept = new WeakMap();
  }
}
