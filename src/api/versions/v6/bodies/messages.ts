import type { Embed } from '../../../../protocol/objects/embed.js';
import { EMBED_LIMITS, type EmbedInput } from '../../../../protocol/rest/embed-bodies.js';
import type { LocatedFieldError } from '../../../../protocol/rest/field-errors.js';
import {
  BulkDeleteBody,
  CreateMessageBody,
  EditMessageBody,
} from '../../../../protocol/rest/message-bodies.js';
import { timestamp } from '../../../../protocol/timestamp.js';
import { RestError } from '../../../core/errors.js';
import { defineBody } from '../../body.js';

export const createMessage = defineBody(CreateMessageBody, (body) => ({
  content: body.content,
  nonce: body.nonce,
  tts: body.tts ?? undefined,
  embeds: readEmbeds(body),
}));

export const editMessage = defineBody(EditMessageBody, (body) => ({
  content: body.content,
  embeds: readEmbeds(body),
}));

export const bulkDeleteMessages = defineBody(BulkDeleteBody, ({ messages }) => messages);

type Path = readonly string[];

/** The schemes that links of an embed may have; `attachment:` refers to a file of the same message. */
const LINK_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:']);
const IMAGE_SCHEMES: ReadonlySet<string> = new Set([...LINK_SCHEMES, 'attachment:']);

/**
 * Reads the embeds of a message (docs/rest.md, Embeds). `embeds` takes precedence if both are present; an embed without
 * any content is dropped.
 *
 * @returns undefined if the body has neither; an empty list if it removes them with null
 * @throws {RestError} INVALID_FORM_BODY
 */
function readEmbeds(body: {
  readonly embed?: EmbedInput | null | undefined;
  readonly embeds?: readonly EmbedInput[] | null | undefined;
}): Embed[] | undefined {
  const { embed, embeds } = body;
  if (embed === undefined && embeds === undefined) return undefined;
  const located = embeds
    ? embeds.map((input, index) => ({ input, path: ['embeds', String(index)] }))
    : [{ input: embed ?? {}, path: ['embed'] }];
  const reader = new EmbedReader();
  const read = located.map(({ input, path }) => reader.read(input, path)).filter(hasContent);
  reader.finish(embeds ? ['embeds'] : ['embed']);
  return read;
}

/** Reads embeds and collects all errors. */
class EmbedReader {
  readonly #wrong: LocatedFieldError[] = [];
  #length = 0;

  read(input: EmbedInput, path: Path): Embed {
    const link = (name: string, value: string | null | undefined) =>
      this.#url(value, LINK_SCHEMES, [...path, ...name.split('.')]);
    const image = (name: string, value: string | null | undefined) =>
      this.#url(value, IMAGE_SCHEMES, [...path, ...name.split('.')]);
    const picture = (name: 'image' | 'thumbnail') => {
      const url = image(`${name}.url`, input[name]?.url);
      return url === undefined ? undefined : { url };
    };
    const footer = this.#text(input.footer?.text);
    const author = this.#text(input.author?.name);
    return withoutAbsent<Embed>({
      type: 'rich',
      title: this.#text(input.title),
      description: this.#text(input.description),
      url: link('url', input.url),
      timestamp: this.#time(input.timestamp, [...path, 'timestamp']),
      color: input.color ?? undefined,
      footer:
        footer === undefined
          ? undefined
          : withoutAbsent<NonNullable<Embed['footer']>>({
              text: footer,
              icon_url: image('footer.icon_url', input.footer?.icon_url),
            }),
      image: picture('image'),
      thumbnail: picture('thumbnail'),
      author:
        author === undefined
          ? undefined
          : withoutAbsent<NonNullable<Embed['author']>>({
              name: author,
              url: link('author.url', input.author?.url),
              icon_url: image('author.icon_url', input.author?.icon_url),
            }),
      fields: input.fields?.length ? this.#fields(input.fields, [...path, 'fields']) : undefined,
    });
  }

  /** @param path of the error about the total length of all text @throws {RestError} */
  finish(path: Path): void {
    if (this.#length > EMBED_LIMITS.TOTAL) {
      const message = `Embed size exceeds maximum size of ${EMBED_LIMITS.TOTAL}.`;
      this.#wrong.push({ path, code: 'MAX_EMBED_SIZE_EXCEEDED', message });
    }
    if (this.#wrong.length > 0) throw new RestError('INVALID_FORM_BODY', this.#wrong);
  }

  #fields(fields: NonNullable<EmbedInput['fields']>, path: Path): NonNullable<Embed['fields']> {
    return fields.map(({ name, value, inline }, index) => ({
      name: this.#required(name, [...path, String(index), 'name']),
      value: this.#required(value, [...path, String(index), 'value']),
      inline: inline ?? false,
    }));
  }

  #required(value: string, path: Path): string {
    const text = this.#text(value);
    if (text === undefined)
      this.#wrong.push({ path, code: 'BASE_TYPE_REQUIRED', message: 'This field is required' });
    return text ?? '';
  }

  /** Blank text is treated as absent. */
  #text(value: string | null | undefined): string | undefined {
    const text = value?.trim() || undefined;
    this.#length += text === undefined ? 0 : [...text].length;
    return text;
  }

  #url(value: string | null | undefined, schemes: ReadonlySet<string>, path: Path): string | undefined {
    const text = value?.trim() || undefined;
    if (text === undefined) return undefined;
    if (!URL.canParse(text)) {
      this.#wrong.push({ path, code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' });
    } else if (!schemes.has(new URL(text).protocol)) {
      const names = [...schemes].map((scheme) => `'${scheme.slice(0, -1)}'`).join(', ');
      this.#wrong.push({
        path,
        code: 'URL_TYPE_INVALID_SCHEME',
        message: `Scheme must be one of (${names}).`,
      });
    }
    return text;
  }

  #time(value: string | null | undefined, path: Path): string | undefined {
    if (value === null || value === undefined) return undefined;
    const ms = ISO_8601.test(value) ? Date.parse(value) : Number.NaN;
    if (!Number.isNaN(ms)) return timestamp(ms);
    this.#wrong.push({
      path,
      code: 'DATETIME_TYPE_PARSE',
      message: `Could not parse ${value}. Should be ISO8601.`,
    });
    return undefined;
  }
}

/** Date.parse alone also accepts other formats, which depend on the time zone of the machine. */
const ISO_8601 = /^\d{4}-\d{2}-\d{2}(T\S+)?$/;

function hasContent({
  type: _type,
  color: _color,
  timestamp: _timestamp,
  url: _url,
  ...content
}: Embed): boolean {
  return Object.keys(content).length > 0;
}

/** A copy without the properties that are undefined. */
function withoutAbsent<T extends object>(value: { [Key in keyof T]: T[Key] | undefined }): T {
  // The type assertion holds because only undefined properties are removed.
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;
}
