import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import type { VoiceSettingsPatch } from '#guildhall/protocol/rpc/voice-settings.js';
import { VoiceAccessEndedError, VoiceLockedError } from '#guildhall/voice/errors.js';
import { LocalVoiceRoom } from '#guildhall/voice/local-voice-room.js';
import type { VoiceHolder } from '#guildhall/voice/voice.js';
import { fc } from '../helpers/fast-check.js';
import { MockChatClient } from '../mocks/mock-client.js';
import { MockHardware } from '../mocks/mock-hardware.js';
import { MockVoiceLink } from '../mocks/mock-voice-link.js';
import { createUnsavedSettings } from '../mocks/unsaved-settings.js';
import { type Fields, SettingsModel } from './support/settings-model.js';

const OTHER_USER = '2';
const APPLICATIONS = ['c', 'd', 'e'];
const PERSON = 'person';

type Step =
  | { readonly kind: 'restart' }
  | { readonly kind: 'change'; readonly by: string; readonly connection: number; readonly fields: Fields }
  | { readonly kind: 'connect'; readonly by: string; readonly connection: number }
  | { readonly kind: 'disconnect'; readonly by: string; readonly connection: number };

const fields: fc.Arbitrary<Fields> = fc.record(
  { mute: fc.boolean(), deaf: fc.boolean(), input: fc.nat(100), user: fc.nat(200) },
  { requiredKeys: [] },
);
const connection = fc.nat(1);
const application = fc.constantFrom(...APPLICATIONS);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' } as const) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('connect' as const), by: application, connection }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('disconnect' as const), by: application, connection }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      by: fc.constantFrom(...APPLICATIONS, PERSON),
      connection,
      fields,
    }),
  },
);

function toHolder(name: string, number: number): VoiceHolder {
  return { application: { id: name, name }, id: `${name}${number}`, userId: '1', mayNameKeys: () => false };
}

function toPatch({ mute, deaf, input }: Fields): VoiceSettingsPatch {
  return {
    ...(mute !== undefined && { mute }),
    ...(deaf !== undefined && { deaf }),
    ...(input !== undefined && { input: { volume: input } }),
  };
}

/** A voice room whose saved settings outlive it. */
class Bed {
  readonly #saved = createUnsavedSettings();
  readonly #client = new MockChatClient();
  readonly #hardware = new MockHardware();
  #room = this.#open();

  async effective(): Promise<Required<Fields>> {
    const { mute, deaf, input } = await this.#room.settings();
    return { mute, deaf, input: input.volume, user: this.#room.userSettings(OTHER_USER).volume };
  }

  get holder(): string | null {
    return this.#room.settingsHolder()?.id ?? null;
  }

  async run(step: Step): Promise<void> {
    if (step.kind === 'restart') {
      await this.#room.stop();
      this.#room = this.#open();
    } else if (step.kind === 'connect') this.#room.enter(toHolder(step.by, step.connection));
    else if (step.kind === 'disconnect') this.#room.leave(toHolder(step.by, step.connection));
    else await this.#change(step.by, step.connection, step.fields);
  }

  async stop(): Promise<void> {
    await this.#room.stop();
    await this.#hardware.stop();
  }

  async #change(by: string, connection: number, { user, ...rest }: Fields): Promise<void> {
    const holder = toHolder(by, connection);
    const room = this.#room;
    if (by === PERSON) await room.changeOwn(toPatch(rest));
    else await room.change(holder, toPatch(rest));
    if (user === undefined) return;
    if (by === PERSON) await room.changeOwnUser(OTHER_USER, { volume: user });
    else await room.changeUser(holder, OTHER_USER, { volume: user });
  }

  #open(): LocalVoiceRoom {
    const common = { client: this.#client, hardware: this.#hardware, link: new MockVoiceLink() };
    return new LocalVoiceRoom({ ...common, saved: this.#saved, clock: systemClock, log: silentLogger });
  }
}

const isRefusal = (error: unknown) =>
  error instanceof VoiceLockedError || error instanceof VoiceAccessEndedError;

/** Runs a step in both. The model alone decides whether the step is allowed. */
async function runStep(bed: Bed, model: SettingsModel, step: Step): Promise<void> {
  if (step.kind === 'restart') model.restart();
  else if (step.kind === 'connect') model.connect(step.by, step.connection);
  else if (step.kind === 'disconnect') model.disconnect(step.by, step.connection);
  else if (step.by === PERSON) model.changeOwn(step.fields);
  else if (model.mayChange(step.by, step.connection)) model.change(step.by, step.fields);
  else return assert.rejects(bed.run(step), isRefusal);
  await bed.run(step);
}

test('voice settings of several applications, the person and restarts match the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const [bed, model] = [new Bed(), new SettingsModel()];
      try {
        for (const each of steps) {
          await runStep(bed, model, each);
          assert.deepEqual(await bed.effective(), model.effective);
          assert.equal(bed.holder, model.holder);
        }
      } finally {
        await bed.stop();
      }
    }),
    { numRuns: 300 },
  );
});
