import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { UncommittedChanges } from '#guildhall/api/core/uncommitted-changes.js';
import { Refusal } from '#guildhall/guilds/refusal.js';
import { CommitFailedError, ConflictError, OutcomeUnknownError } from '#guildhall/store/errors.js';

const GUILD = '10';

/** A commit that the test ends. */
class Commit {
  readonly ended: Promise<void>;
  store: () => void = () => undefined;
  refuse: (error: Error) => void = () => undefined;

  constructor() {
    this.ended = new Promise((resolve, reject) => {
      this.store = resolve;
      this.refuse = reject;
    });
    this.ended.catch(() => undefined);
  }
}

describe('What is read from memory', () => {
  let changes: UncommittedChanges<string>;
  let load: () => string | Promise<string>;
  let name: string;
  /** what happened, in its order */
  let log: string[];
  beforeEach(() => {
    changes = new UncommittedChanges(() => load());
    load = () => name;
    name = 'before';
    log = [];
  });

  /** Applies a change, and begins to store it. */
  function change(to: string): Commit {
    const before = name;
    name = to;
    const commit = new Commit();
    commit.ended.catch(() => {
      name = before;
    });
    changes.add(GUILD, commit.ended);
    return commit;
  }

  const make = (state: string) => {
    log.push(`made ${state}`);
    return state;
  };
  /** A reply that is a refusal while the name is this. */
  const refusing = (refused: string) => (state: string) => {
    log.push(`decided ${state}`);
    if (state === refused) throw new Refusal('MISSING_PERMISSIONS');
    return state;
  };
  const read = async () => {
    const result = await changes.read(GUILD, make);
    log.push(`sent ${result}`);
    return result;
  };
  const failed = new CommitFailedError('the disk is full', 'SQLITE_FULL');
  const unknown = new OutcomeUnknownError('the connection was lost');

  test('is given without a promise if nothing is being stored', async () => {
    assert.equal(changes.read(GUILD, make), 'before');
    const commit = change('after');
    assert.ok(changes.read(GUILD, make) instanceof Promise);
    commit.store();
    await changes.confirm(GUILD);
    assert.equal(changes.read(GUILD, make), 'after');
    assert.equal(changes.isStored(GUILD), true);
  });

  test('is given when the changes in it are stored, while later ones still wait', async () => {
    const first = change('first');
    const reading = read();
    const second = change('second');
    assert.deepEqual(log, ['made first']);
    log.push('stored');
    first.store();
    assert.equal(await reading, 'first');
    assert.deepEqual(log, ['made first', 'stored', 'sent first']);
    second.store();
    assert.equal(await read(), 'second');
  });

  test('does not wait for changes of another guild', () => {
    change('other');
    assert.equal(changes.read('11', make), 'other');
  });

  for (const [title, error] of [
    ['is refused', failed],
    ['has an unknown outcome', unknown],
  ] as const) {
    test(`is read again if a change in it ${title}`, async () => {
      const commit = change('never stored');
      const reading = read();
      commit.refuse(error);
      assert.equal(await reading, 'before');
      assert.deepEqual(log, ['made never stored', 'made before', 'sent before']);
    });
  }

  test('is read again if it was loaded with a change that is refused', async () => {
    const commit = new Commit();
    load = async () => {
      if (name !== 'before') return name;
      name = 'never stored';
      changes.add(GUILD, commit.ended);
      return name;
    };
    const reading = changes.read(GUILD, make);
    await Promise.resolve();
    await Promise.resolve();
    name = 'loaded';
    commit.refuse(failed);
    assert.equal(await reading, 'loaded');
  });

  test('may be a promise, which is waited for as well', async () => {
    const commit = change('never stored');
    const reading = changes.read(GUILD, async (state) => {
      await Promise.resolve();
      return state;
    });
    commit.refuse(failed);
    assert.equal(await reading, 'before');
  });

  test('is refused after the changes that the refusal comes from are stored', async () => {
    const commit = change('hidden');
    const reading = changes.read(GUILD, refusing('hidden'));
    const refused = assert.rejects(Promise.resolve(reading), Refusal).then(() => log.push('refused'));
    log.push('stored');
    commit.store();
    await refused;
    assert.deepEqual(log, ['decided hidden', 'stored', 'refused']);
  });

  test('is not refused because of a change that is refused', async () => {
    const commit = change('hidden');
    const reading = changes.read(GUILD, refusing('hidden'));
    commit.refuse(failed);
    assert.equal(await reading, 'before');
  });

  test('is refused at once without changes, and with an error of the store', () => {
    assert.throws(() => changes.read(GUILD, refusing('before')), Refusal);
  });

  test('is given up after changes were refused again and again', async () => {
    load = () => {
      const commit = change('never stored');
      commit.refuse(failed);
      return name;
    };
    await assert.rejects(Promise.resolve(changes.read(GUILD, make)), ConflictError);
    assert.equal(log.length, 8);
  });

  describe('by a change', () => {
    test('does not wait if the change succeeds', () => {
      change('first');
      assert.equal(changes.decide(GUILD, make), 'first');
    });

    test('is decided again if it was refused because of a change that is refused', async () => {
      const commit = change('hidden');
      const deciding = changes.decide(GUILD, refusing('hidden'));
      commit.refuse(failed);
      assert.equal(await deciding, 'before');
    });

    test('is not decided again after an error of the store', async () => {
      const commit = change('never stored');
      const deciding = changes.decide(GUILD, () => commit.ended);
      commit.refuse(unknown);
      await assert.rejects(Promise.resolve(deciding), unknown);
    });

    test('is left to the client if it can be decided once', async () => {
      const commit = change('hidden');
      const deciding = changes.decide(GUILD, refusing('hidden'), 'once');
      commit.refuse(failed);
      await assert.rejects(Promise.resolve(deciding), ConflictError);
      assert.deepEqual(log, ['decided hidden']);
    });
  });
});
