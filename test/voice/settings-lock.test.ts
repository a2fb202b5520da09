import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { VoiceSettings, VoiceSettingsPatch } from '#guildhall/protocol/rpc/voice-settings.js';
import { applyPatch } from '#guildhall/protocol/rpc/voice-settings-patch.js';
import { DEFAULT_VOICE_SETTINGS } from '#guildhall/voice/default-settings.js';
import { VoiceAccessEndedError, VoiceLockedError } from '#guildhall/voice/errors.js';
import { SettingsLock } from '#guildhall/voice/settings-lock.js';
import type { VoiceHolder } from '#guildhall/voice/voice.js';
import { fc } from '../helpers/fast-check.js';

const holder = (application: string, id = application): VoiceHolder => ({
  ...{ application: { id: application, name: application }, id, userId: '1', mayNameKeys: () => false },
});
const inForce = (lock: SettingsLock) => applyPatch(DEFAULT_VOICE_SETTINGS, lock.layer.settings);

test('a change of one field does not restore earlier changes of the application', () => {
  const lock = new SettingsLock(new Map());
  const [c, e] = [holder('c'), holder('e')];
  lock.enter(c);
  lock.change(c, { mute: true, input: { volume: 7 } });
  lock.leave(c);
  lock.enter(e);
  lock.change(e, { deaf: true });
  lock.enter(c);
  lock.leave(e);
  lock.change(c, { silence_warning: false });
  assert.deepEqual(inForce(lock), { ...DEFAULT_VOICE_SETTINGS, silence_warning: false });
});

test('an earlier layer applies again with the first connection of its application only', () => {
  const lock = new SettingsLock(new Map());
  const [c, e] = [holder('c'), holder('e')];
  lock.enter(c);
  lock.change(c, { mute: true });
  lock.leave(c);
  assert.equal(lock.enter(c), true);
  assert.equal(inForce(lock).mute, true);
  lock.leave(c);
  lock.enter(e);
  lock.change(e, { deaf: true });
  lock.enter(c);
  lock.leave(e);
  assert.equal(lock.enter(holder('c', 'second')), false);
  assert.equal(inForce(lock).mute, false);
});

describe('the shortcut of a connection that ended', () => {
  const mode = { shortcut: [{ type: 0 as const, code: 4, name: 'a' }] };
  const named = (id: string, mayNameKeys: boolean) => ({
    ...holder('c', id),
    mayNameKeys: () => mayNameKeys,
  });

  test('is allowed while another one of the application may name keys', () => {
    const lock = new SettingsLock(new Map());
    const chooser = named('chooser', true);
    const second = named('second', false);
    const third = named('third', true);
    lock.enter(chooser);
    lock.enter(second);
    lock.change(chooser, { mode });
    assert.equal(lock.leave(chooser), true);
    assert.equal(lock.keysFrom?.mayNameKeys(), false);
    assert.equal(lock.enter(third), true);
    assert.equal(lock.keysFrom?.mayNameKeys(), true);
    assert.equal(lock.leave(third), true);
    assert.equal(lock.keysFrom?.mayNameKeys(), false);
  });

  test('stays refused if it was', () => {
    const lock = new SettingsLock(new Map());
    const chooser = named('chooser', false);
    lock.enter(chooser);
    lock.enter(named('other', true));
    lock.change(chooser, { mode });
    assert.equal(lock.leave(chooser), false);
    assert.equal(lock.enter(named('another', true)), false);
    assert.equal(lock.keysFrom?.mayNameKeys(), false);
  });
});

test('a connection that ended cannot lock the settings', () => {
  const lock = new SettingsLock(new Map());
  const c = holder('c');
  lock.enter(c);
  lock.leave(c);
  assert.throws(() => lock.change(c, { mute: true }), VoiceAccessEndedError);
  assert.equal(inForce(lock).mute, false);
});

test('changes of an application for one person do not apply to another', () => {
  const lock = new SettingsLock(new Map());
  const [first, second] = [holder('c'), { ...holder('c'), userId: '2' }];
  lock.enter(first);
  lock.change(first, { mute: true });
  assert.throws(() => lock.require(second), VoiceLockedError);
  lock.leave(first);
  assert.equal(lock.enter(second), false);
  assert.equal(inForce(lock).mute, false);
});

test('a forgotten layer no longer applies', () => {
  const lock = new SettingsLock(new Map());
  const c = holder('c');
  lock.enter(c);
  lock.change(c, { mute: true });
  assert.equal(lock.forget('c', '1'), true);
  assert.equal(inForce(lock).mute, false);
  lock.leave(c);
  assert.equal(lock.enter(c), false);
});

/** The fields a change may name, as far as the model goes. */
interface Fields {
  mute?: boolean;
  deaf?: boolean;
  volume?: number;
}
interface Step {
  readonly kind: 'enter' | 'leave' | 'change';
  readonly application: string;
  readonly connection: number;
  readonly fields: Fields;
}

const APPLICATIONS = ['c', 'd', 'e'];
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('enter' as const, 'leave' as const, 'change' as const),
    application: fc.constantFrom(...APPLICATIONS),
    connection: fc.nat(1),
    fields: fc.record({ mute: fc.boolean(), deaf: fc.boolean(), volume: fc.nat(100) }, { requiredKeys: [] }),
  }),
  { maxLength: 80, size: 'max' },
);

/** The rules of docs/rpc.md, Voice settings, with nothing of the lock's own. */
class Model {
  readonly connected = new Set<string>();
  readonly saved = new Map<string, Fields>();
  holder: string | null = null;
  settings: Required<Fields> = { mute: false, deaf: false, volume: 100 };
  readonly #own = { ...this.settings };

  has(application: string): boolean {
    return [...this.connected].some((name) => name.startsWith(application));
  }

  enter(application: string, connection: string): void {
    const reconnects = !this.has(application);
    this.connected.add(connection);
    const saved = this.saved.get(application);
    if (!reconnects || this.holder !== null || saved === undefined) return;
    this.holder = application;
    this.settings = { ...this.#own, ...saved };
  }

  leave(application: string, connection: string): void {
    this.connected.delete(connection);
    if (this.holder !== application || this.has(application)) return;
    this.holder = null;
    this.settings = { ...this.#own };
  }

  change(application: string, fields: Fields): void {
    const before = this.holder === application ? this.saved.get(application) : {};
    this.holder = application;
    this.saved.set(application, { ...before, ...fields });
    this.settings = { ...this.settings, ...fields };
  }
}

const toPatch = ({ volume, ...switches }: Fields): VoiceSettingsPatch =>
  volume === undefined ? switches : { ...switches, input: { volume } };
const toFields = ({ mute, deaf, input }: VoiceSettings): Fields => ({ mute, deaf, volume: input.volume });

test('any sequence of connections and changes matches the model', () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      const lock = new SettingsLock(new Map());
      const model = new Model();
      for (const step of sequence) {
        const id = `${step.application}${step.connection}`;
        const one = holder(step.application, id);
        if (step.kind === 'enter') {
          lock.enter(one);
          model.enter(step.application, id);
        } else if (step.kind === 'leave') {
          lock.leave(one);
          model.leave(step.application, id);
        } else if (model.connected.has(id) && (model.holder ?? step.application) === step.application) {
          lock.change(one, toPatch(step.fields));
          model.change(step.application, step.fields);
        } else {
          assert.throws(() => lock.change(one, toPatch(step.fields)));
        }
        assert.deepEqual(toFields(inForce(lock)), model.settings);
      }
    }),
    { numRuns: 500 },
  );
});
