import Type, { type Static } from 'typebox';
import { coalesceRuns } from '../platform/coalesce.js';
import { UserError } from '../platform/errors.js';
import type { Component } from '../platform/lifecycle.js';
import type { Logger } from '../platform/log.js';
import { PrivateFileWriter } from '../platform/private-file.js';
import { readFileIfExists } from '../platform/text-file.js';
import {
  UserVoiceSettingsSchema,
  type VoiceSettingsPatch,
  VoiceSettingsPatchSchema,
} from '../protocol/rpc/voice-settings.js';
import { SnowflakeSchema, validator } from '../protocol/schema.js';
import type { SavedVoiceSettings, SettingsLayer } from './saved-settings.js';
import { layerKey } from './settings-lock.js';

/** The number of applications whose settings are saved; the least recently changed are dropped. */
const MAX_LAYERS = 100;

/** The number of users per application whose volume, pan or mute is saved; the least recently changed are dropped. */
const MAX_USERS = 1000;

const FileSchema = Type.Object({
  version: Type.Literal(1),
  own: VoiceSettingsPatchSchema,
  applications: Type.Array(
    Type.Object({
      application_id: SnowflakeSchema,
      user_id: SnowflakeSchema,
      settings: VoiceSettingsPatchSchema,
      users: Type.Array(
        Type.Object({ user_id: SnowflakeSchema, heard: Type.Partial(UserVoiceSettingsSchema) }),
      ),
    }),
  ),
});
type FileContent = Static<typeof FileSchema>;

const fileValidator = validator(FileSchema);

/** Voice settings in a file of the home, which is replaced atomically (docs/rpc.md, Voice settings). */
export class VoiceSettingsFile implements SavedVoiceSettings, Component {
  own: VoiceSettingsPatch;
  readonly layers: Map<string, SettingsLayer>;
  /** Changes during a write are saved by one more write. */
  readonly #requestWrite = coalesceRuns(() => this.#write());
  readonly #file: PrivateFileWriter;
  #isChanged = false;

  private constructor(
    path: string,
    content: FileContent,
    private readonly log: Logger,
  ) {
    this.#file = new PrivateFileWriter(path);
    this.own = content.own;
    this.layers = new Map(
      content.applications.map(({ application_id: applicationId, user_id: userId, settings, users }) => [
        layerKey(applicationId, userId),
        { settings, users: new Map(users.map((one) => [one.user_id, one.heard])) },
      ]),
    );
  }

  /** @throws {UserError} if the file is damaged */
  static async open(path: string, log: Logger): Promise<VoiceSettingsFile> {
    const text = await readFileIfExists(path);
    const content = text === null ? { version: 1 as const, own: {}, applications: [] } : parse(path, text);
    return new VoiceSettingsFile(path, content, log);
  }

  save(): void {
    this.#isChanged = true;
    this.#requestWrite();
  }

  /** Waits for the last write. */
  async stop(): Promise<void> {
    if (this.#isChanged) await this.#write();
  }

  async #write(): Promise<void> {
    try {
      await this.#file.write(`${JSON.stringify(this.#content(), null, 2)}\n`);
    } catch (err) {
      this.log.warn({ err }, 'failed to save voice settings');
    }
  }

  #content(): FileContent {
    const applications = [...this.layers].slice(-MAX_LAYERS).map(([key, { settings, users }]) => {
      const [application_id = '', user_id = ''] = key.split(' ');
      const heard = [...users].slice(-MAX_USERS).map(([id, one]) => ({ user_id: id, heard: one }));
      return { application_id, user_id, settings, users: heard };
    });
    return { version: 1, own: this.own, applications };
  }
}

function parse(path: string, text: string): FileContent {
  try {
    const value: unknown = JSON.parse(text);
    if (fileValidator.is(value)) return value;
  } catch {
    // Invalid JSON is handled like JSON of a wrong shape.
  }
  throw new UserError(`${path} is damaged`, 'delete it: voice settings are then the defaults');
}
