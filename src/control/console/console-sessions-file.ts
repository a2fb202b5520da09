import Type, { type Static } from 'typebox';
import { PrivateFileWriter } from '../../platform/files/private-file.js';
import { readFileIfExists } from '../../platform/files/text-file.js';
import type { Logger } from '../../platform/log.js';
import { parseJson } from '../../platform/text/parse-json.js';
import { validator } from '../../protocol/schema.js';

const SavedSessionSchema = Type.Object({
  name: Type.String(),
  /** a secret: both sides prove with it that they know it, so its hash would not do */
  key: Type.String(),
  /** milliseconds since the Unix epoch */
  end: Type.Number(),
});
export type SavedSession = Static<typeof SavedSessionSchema>;

const VERSION = 2;
const fileValidator = validator(
  Type.Object({ version: Type.Literal(VERSION), sessions: Type.Array(SavedSessionSchema) }),
);

export interface ConsoleSessionsFileOptions {
  readonly path: string;
  readonly log: Logger;
}

/** Stores the sessions of browsers, so that pages stay signed in when the daemon restarts. */
export class ConsoleSessionsFile {
  private constructor(
    private readonly file: PrivateFileWriter,
    private readonly options: ConsoleSessionsFileOptions,
  ) {}

  static async open(options: ConsoleSessionsFileOptions): Promise<ConsoleSessionsFile> {
    return new ConsoleSessionsFile(await PrivateFileWriter.open(options.path), options);
  }

  /** None if the file is damaged, or of another version: a new one-time URL signs the person in again. */
  async load(): Promise<readonly SavedSession[]> {
    const { log, path } = this.options;
    const text = await readFileIfExists(path);
    if (text === null) return [];
    const value = parseJson(text);
    if (!fileValidator.is(value)) {
      log.warn({ path }, 'ignored a file of console sessions that is damaged or of another version');
      return [];
    }
    return value.sessions;
  }

  /** Replaces the stored sessions. A failure is logged: the sessions are valid until the daemon stops. */
  save(sessions: readonly SavedSession[]): void {
    const { log } = this.options;
    this.file
      .write(`${JSON.stringify({ version: VERSION, sessions }, null, 2)}\n`)
      .catch((error: unknown) => log.warn({ err: error }, 'failed to save console sessions'));
  }

  /** Removes the stored sessions, which takes no space on the disk. @throws if that fails */
  async remove(): Promise<void> {
    await this.file.remove();
  }

  /** Resolves when everything is written. */
  async flush(): Promise<void> {
    await this.file.flush();
  }
}
