import { readdir } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import type { TestService } from './test-service.js';

/** A message as a form: its body, and files by their names. */
export function messageForm(
  files: Readonly<Record<string, Uint8Array | string>>,
  payload?: object,
): FormData {
  const form = new FormData();
  for (const [index, [name, content]] of Object.entries(files).entries()) {
    form.append(`files[${index}]`, new Blob([content]), name);
  }
  if (payload !== undefined) form.append('payload_json', JSON.stringify(payload));
  return form;
}

/** The names of the files that a service has stored. */
export async function storedFiles({ attachmentsPath }: TestService): Promise<string[]> {
  return (await readdir(attachmentsPath)).sort();
}

const BOUNDARY = 'boundary';

/** The head of a part with a file, or of a field. */
export function partHead(name: string, filename?: string): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
}

export const FORM_END = `\r\n--${BOUNDARY}--\r\n`;

/** A request with a form whose bytes the test sends one by one. */
export class RawUpload {
  readonly #request: ClientRequest;
  /** the status of the reply; null if the connection ended without one */
  readonly status: Promise<number | null>;
  readonly closed: Promise<void>;

  constructor(service: TestService, channelId: string, as: string) {
    this.#request = request(`${service.url}/channels/${channelId}/messages`, {
      method: 'POST',
      headers: { authorization: as, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    });
    this.closed = new Promise((resolve) => this.#request.on('close', () => resolve()));
    this.status = new Promise((resolve) => {
      this.#request.on('response', (reply) => {
        reply.resume();
        resolve(reply.statusCode ?? null);
      });
      this.#request.on('close', () => resolve(null));
      this.#request.on('error', () => resolve(null));
    });
  }

  /** Sends bytes. @returns once they are on their way */
  send(bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => this.#request.write(bytes, () => resolve()));
  }

  end(bytes: string = FORM_END): void {
    this.#request.end(bytes);
  }

  /** Ends the connection at once. */
  abort(): void {
    this.#request.destroy();
  }
}
