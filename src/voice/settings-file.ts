import Type, { type Static } from 'typebox';
import { SharedRuns } from '../platform/async/coalesce.js';
import { NotSavedError } from '../platform/errors.js';
import { PrivateFileWriter } from '../platform/files/private-file.js';
import { readSavedFile } from '../platform/files/saved-file.js';
import type { Component } from '../platform/lifecycle.js';
import type { Logger } from '../platform/log.js';
import { UserVoiceSettingsSchema, VoiceSettingsPatchSchema } from '../protocol/rpc/voice-settings.js';
import { SnowflakeSchema, validator } from '../protocol/schema.js';
import { MAX_USERS, type SavedVoiceSettings, type SettingsLayer, type UserLayer } from './saved-settings.js';
import { layerKey } from './settings-lock.js';
import { NO_KEYS, type OwnKeys, OwnKeysSchema } from './voice-keys.js';

/** The number of applications whose settings are saved; the least recently changed are dropped. */
const MAX_LAYERS = 100;

const UsersSchema = Type.Array(
  Type.Object({ user_id: SnowflakeSchema, heard: Type.Partial(UserVoiceSettingsSchema) }),
);

const FileSchema = Type.Object({
  version: Type.Literal(1),
  own: VoiceSettingsPatchSchema,
  /** missing in files of earlier releases, as is `own_keys` */
  own_users: Type.Optional(UsersSchema),
  own_keys: Type.Optional(OwnKeysSchema),
  applications: Type.Array(
    Type.Object({
      application_id: SnowflakeSchema,
      user_id: SnowflakeSchema,
      settings: VoiceSettingsPatchSchema,
      users: UsersSchema,
    }),
  ),
});
type FileContent = Static<typeof FileSchema>;

const fileValidator = validator(FileSchema);

/** Voice settings in a file of the home, which is replaced atomically (docs/rpc.md, Voice settings). */
export class VoiceSettingsFile implements SavedVoiceSettings, Component {
  own: SettingsLayer;
  keys: OwnKeys;
  readonly layers: Map<string, SettingsLayer>;
  readonly #writes = new SharedRuns(() => this.#write());
  #last: Promise<void> = Promise.resolve();
  #isUnsaved = false;

  private constructor(
    private readonly file: PrivateFileWriter,
    content: FileContent,
    private readonly log: Logger,
  ) {
    this.own = { settings: content.own, users: toUserLayer(content.own_users ?? []) };
    this.keys = content.own_keys ?? NO_KEYS;
    this.layers = new Map(
      content.applications.map(({ application_id: applicationId, user_id: userId, settings, users }) => [
        layerKey(applicationId, userId),
        { settings, users: toUserLayer(users) },
      ]),
    );
  }

  /** @throws {UserError} if the file is damaged */
  static async open(path: string, log: Logger): Promise<VoiceSettingsFile> {
    const content = await readVoiceSettings(path);
    return new VoiceSettingsFile(await PrivateFileWriter.open(path), content, log);
  }

  save(): Promise<void> {
    this.#isUnsaved = true;
    this.#last = this.#writes.run();
    // Not all callers wait for it.
    this.#last.catch(() => undefined);
    return this.#last;
  }

  /** Waits for the last write, and tries once more if it failed. */
  async stop(): Promise<void> {
    await this.#last.catch(() => undefined);
    if (this.#isUnsaved) await this.save().catch(() => undefined);
  }

  async #write(): Promise<void> {
    this.#isUnsaved = false;
    try {
      await this.file.write(`${JSON.stringify(this.#content(), null, 2)}\n`);
    } catch (error) {
      this.#isUnsaved = true;
      const err = new NotSavedError('the voice settings are changed until Guildhall ends', error);
      this.log.warn({ err }, 'failed to save voice settings');
      throw err;
    }
  }

  #content(): FileContent {
    const applications = [...this.layers].slice(-MAX_LAYERS).map(([key, { settings, users }]) => {
      const [application_id = '', user_id = ''] = key.split(' ');
      return { application_id, user_id, settings, users: fromUserLayer(users) };
    });
    const { settings: own, users } = this.own;
    return { version: 1, own, own_users: fromUserLayer(users), own_keys: this.keys, applications };
  }
}

/** Reads the file; a missing one has no settings. @throws {UserError} if it is damaged */
export async function readVoiceSettings(path: string): Promise<FileContent> {
  const hint = 'Move it away: voice settings are then the defaults';
  return (await readSavedFile(path, fileValidator, hint)) ?? { version: 1, own: {}, applications: [] };
}

function toUserLayer(users: Static<typeof UsersSchema>): UserLayer {
  return new Map(users.map(({ user_id, heard }) => [user_id, heard]));
}

function fromUserLayer(users: UserLayer): Static<typeof UsersSchema> {
  return [...users].slice(-MAX_USERS).map(([user_id, heard]) => ({ user_id, heard }));
}
