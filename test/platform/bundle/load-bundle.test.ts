import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { loadBundle } from '#guildhall/platform/bundle/load-bundle.js';
import { indexSourceMap } from '#guildhall/platform/bundle/source-map-index.js';
import { onlyPosix } from '../../helpers/only-on.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

interface Exports {
  answer(): number;
  fail(): never;
}

const SOURCES = 'a'.repeat(64);
const ID = 'b'.repeat(64);
const BODY = `
exports.answer = () => 42;
exports.fail = () => { throw new RangeError('too far'); };
`;

interface Contents {
  readonly sources?: string;
  readonly id?: string;
  readonly body?: string;
}

class BundleFolder {
  #text: string | null = null;
  #loaded = 0;

  constructor(readonly folder: string) {}

  url(name: string): URL {
    return pathToFileURL(join(this.folder, name));
  }

  write({ sources = SOURCES, id = ID, body = BODY }: Contents = {}): void {
    this.#text = `/* ${sources} ${id} */(function (exports, require, module, __filename) {${body}})`;
    writeFileSync(this.url('.built'), SOURCES);
  }

  writeCodeCache(contents: string | Buffer): void {
    writeFileSync(this.url('code.cache'), contents);
  }

  /** Loads it under another name each time: V8 remembers what it has compiled in this process. */
  load(map?: object) {
    this.#loaded += 1;
    const name = `bundle-${this.#loaded}.cjs`;
    if (this.#text !== null) writeFileSync(this.url(name), this.#text);
    if (map !== undefined) {
      const text = JSON.stringify(map);
      writeFileSync(this.url(`${name}.map`), text);
      writeFileSync(this.url(`${name}.map.index`), indexSourceMap(text));
    }
    return loadBundle<Exports>({
      program: this.url(name),
      codeCache: this.url('code.cache'),
      builtFrom: this.url('.built'),
    });
  }

  loaded(map?: object) {
    const bundle = this.load(map);
    assert.ok(bundle !== null, 'the bundle was not loaded');
    return bundle;
  }
}

const withBundle = (run: (bundle: BundleFolder) => void) => () =>
  withTemporaryFolder(async (folder) => run(new BundleFolder(folder)));

const { prepareStackTrace } = Error;
afterEach(() => {
  if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
  else Error.prepareStackTrace = prepareStackTrace;
});

test(
  'a bundle without a code cache runs',
  withBundle((bundle) => {
    bundle.write();
    const { exports, usesCodeCache } = bundle.loaded();
    assert.equal(exports.answer(), 42);
    assert.equal(usesCodeCache, false);
  }),
);

test(
  'a missing or outdated bundle is not loaded',
  withBundle((bundle) => {
    assert.equal(bundle.load(), null);
    bundle.write({ sources: 'c'.repeat(64) });
    assert.equal(bundle.load(), null);
    bundle.write({ id: 'no hash' });
    assert.equal(bundle.load(), null);
  }),
);

test(
  'functions are loaded from the code cache of the same bundle',
  withBundle((bundle) => {
    bundle.write();
    bundle.writeCodeCache(bundle.loaded().createCodeCache());
    const { exports, usesCodeCache } = bundle.loaded();
    assert.equal(usesCodeCache, true);
    assert.equal(exports.answer(), 42);
  }),
);

test(
  'the code cache of another bundle of the same length is ignored',
  withBundle((bundle) => {
    bundle.write();
    const before = bundle.loaded();
    before.exports.answer();
    bundle.writeCodeCache(before.createCodeCache());
    bundle.write({ id: 'd'.repeat(64), body: BODY.replace('42', '43') });
    const { exports, usesCodeCache } = bundle.loaded();
    assert.equal(usesCodeCache, false);
    assert.equal(exports.answer(), 43);
  }),
);

test(
  'a damaged code cache is ignored',
  withBundle((bundle) => {
    bundle.write();
    const flipped = Buffer.from(bundle.loaded().createCodeCache());
    flipped[flipped.length - 100] = 255 - (flipped.at(-100) ?? 0);
    for (const damaged of ['', ID.slice(1), ID, `${ID}nonsense`, ID + '\0'.repeat(4096), flipped]) {
      bundle.writeCodeCache(damaged);
      const { exports, usesCodeCache } = bundle.loaded();
      assert.equal(usesCodeCache, false);
      assert.equal(exports.answer(), 42);
    }
  }),
);

test(
  'a stack trace names the source, or the bundle position without a source map',
  { skip: onlyPosix('the source map stays open, so its folder cannot be removed') },
  withBundle((bundle) => {
    bundle.write();
    const unmapped = stackOf(bundle.loaded().exports.fail);
    assert.match(unmapped, /^RangeError: too far\n {4}at .*bundle-1\.cjs:3:\d+\)?\n/);
    const map = { version: 3, sources: ['src/far.ts'], mappings: ';;AASA' };
    const mapped = stackOf(bundle.loaded(map).exports.fail);
    assert.match(mapped, /^RangeError: too far\n {4}at .*src\/far\.ts:10:1\)?\n/);
    assert.ok(mapped.includes('load-bundle.test'), 'frames outside of the bundle are missing');
  }),
);

function stackOf(fail: () => never): string {
  try {
    fail();
  } catch (error) {
    assert.ok(error instanceof Error);
    return error.stack ?? '';
  }
}
