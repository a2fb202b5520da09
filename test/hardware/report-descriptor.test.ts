import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ReportButton } from '#guildhall/hardware/hid/report-button.js';
import { parseReportDescriptor } from '#guildhall/hardware/hid/report-descriptor.js';
import { fc } from '../helpers/fast-check.js';

const PHONE_MUTE = 0x000b_002f;
const bytes = (hex: string) => Buffer.from(hex.replaceAll(/\s|#.*$/gm, ''), 'hex');

/** A telephony headset: hook switch, then phone mute, in report 8. */
const VARIABLE = bytes(`
  050B 0905 A101      # telephony page, headset, application
  8508                # report 8
  1500 2501 7501
  0920 9501 8102      # hook switch
  092F 9501 8106      # phone mute, relative
  9506 8103           # six bits of padding
  C0`);

/** The same as an array without report numbers: each byte of two names a key of the phone from 0x2A on, 0 none. */
const ARRAY = bytes(`
  050B 0901 A101
  1501 2510 7508 9502
  192A 2939 8100
  C0`);

describe('a button in reports', () => {
  test('is found where the descriptor puts it', () => {
    const button = ReportButton.find(VARIABLE, PHONE_MUTE);
    assert.ok(button);
    const rows: [number[], boolean | null][] = [
      [[8, 0b10], true],
      [[8, 0b01], false],
      [[8, 0b11], true],
      [[8], false],
      [[9, 0b10], null],
      [[], null],
    ];
    for (const [report, held] of rows) assert.equal(button.held(Uint8Array.from(report)), held, `${report}`);
  });

  test('is found where an array names it', () => {
    const button = ReportButton.find(ARRAY, PHONE_MUTE);
    assert.ok(button);
    const rows: [number[], boolean][] = [
      [[0, 0], false],
      [[6, 0], true],
      [[0, 6], true],
      [[5, 7], false],
      [[6], true],
      [[], false],
    ];
    for (const [report, held] of rows) assert.equal(button.held(Uint8Array.from(report)), held, `${report}`);
  });

  test('is not found as output, as padding, beyond the count, or if it is missing', () => {
    for (const text of [
      '',
      '050C 09E2 A101 1500 2501 7501 9501 8102 C0', // mute of another page
      '050B 0905 A101 1500 2501 7501 9501 092F 9102 C0', // an output: its light
      '050B 0905 A101 1500 2501 7501 9501 092F 8103 C0', // constant
      '050B 0905 A101 1500 2501 7501 9501 0920 092F 8102 C0', // two usages, one value
      '050B 0905 A101 1500 2501 7501 9500 092F 8102 C0', // no value
    ]) {
      assert.equal(ReportButton.find(bytes(text), PHONE_MUTE), null, text);
    }
  });

  test('is found after pushed state, long items, extended usages and several report numbers', () => {
    const text = `
      A4 050C 7510 8501 9502 0930 8102 B4      # report 1 of another page, and all of it forgotten
      FE 03 10 AABBCC                          # a long item
      8502 1500 2501 7501 9501
      0B 2000 0B00 8102                        # hook switch with its page
      0B 2F00 0B00 8102                        # phone mute with its page
    `;
    const [first, ...others] = parseReportDescriptor(bytes(text));
    assert.deepEqual([first?.reportId, first?.bitOffset, first?.bitSize, first?.count], [1, 8, 16, 2]);
    assert.deepEqual(
      others.map(({ reportId, bitOffset }) => [reportId, bitOffset]),
      [
        [2, 8],
        [2, 9],
      ],
    );
    assert.equal(ReportButton.find(bytes(text), PHONE_MUTE)?.held(Uint8Array.of(2, 0b10)), true);
  });

  test('belongs to the page that is current at the main item', () => {
    for (const text of [
      '050C 0920 092F 050B 1500 2501 7501 9502 8102 C0', // usages, then the page
      '050C 1920 292F 050B 1501 2510 7508 9501 8100 C0', // a range, then the page
      '050B 092F A4 050C B4 1500 2501 7501 9501 8102 C0', // another page, pushed and popped before the item
    ]) {
      assert.ok(ReportButton.find(bytes(text), PHONE_MUTE), text);
    }
    // The phone page holds at the usage, the consumer page at the item.
    const consumer = '050B 092F 050C 1500 2501 7501 9501 8102 C0';
    assert.equal(ReportButton.find(bytes(consumer), PHONE_MUTE), null);
    assert.ok(ReportButton.find(bytes(consumer), 0x000c_002f));
    // A usage of four bytes keeps the page that it names.
    assert.ok(ReportButton.find(bytes('0B 2F000B00 050C 1500 2501 7501 9501 8102 C0'), PHONE_MUTE));
  });

  test('is found after other fields of any size', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ size: fc.integer({ min: 1, max: 32 }), count: fc.integer({ min: 1, max: 9 }) }),
          { maxLength: 6 },
        ),
        fc.boolean(),
        (others, numbered) => {
          const before = others.flatMap(({ size, count }) => [
            0x75,
            size,
            0x95,
            count,
            0x09,
            0x20,
            0x81,
            0x02,
          ]);
          const head = [0x05, 0x0b, ...(numbered ? [0x85, 7] : [])];
          const descriptor = Uint8Array.from([...head, ...before, 0x75, 1, 0x95, 1, 0x09, 0x2f, 0x81, 0x02]);
          const at = (numbered ? 8 : 0) + others.reduce((sum, { size, count }) => sum + size * count, 0);
          const report = new Uint8Array((at >> 3) + 1);
          if (numbered) report[0] = 7;
          const button = ReportButton.find(descriptor, PHONE_MUTE);
          assert.equal(button?.held(report), false);
          report[at >> 3] = (report[at >> 3] ?? 0) | (1 << (at & 7));
          assert.equal(button?.held(report), true);
        },
      ),
    );
  });

  test('parses any descriptor without throwing, in bounded time', () => {
    const soup = fc.uint8Array({ maxLength: 400 });
    // Bytes of items that matter come often, so that the soup gets somewhere.
    const items = fc.array(
      fc.tuple(
        fc.constantFrom(
          0x05,
          0x06,
          0x07,
          0x09,
          0x0b,
          0x15,
          0x17,
          0x19,
          0x29,
          0x2b,
          0x75,
          0x77,
          0x85,
          0x95,
          0x97,
          0x81,
          0x83,
          0xa4,
          0xb4,
          0xc0,
          0xfe,
        ),
        fc.uint8Array({ maxLength: 4 }),
      ),
      { maxLength: 100 },
    );
    const descriptors = fc.oneof(
      soup,
      items.map((list) => Uint8Array.from(list.flatMap(([prefix, data]) => [prefix, ...data]))),
    );
    fc.assert(
      fc.property(
        descriptors,
        soup,
        fc.constantFrom(PHONE_MUTE, 0x000b_0020, 0),
        (descriptor, report, usage) => {
          for (const field of parseReportDescriptor(descriptor)) {
            assert.ok(field.bitSize >= 1 && field.bitSize <= 32 && field.count >= 1 && field.bitOffset >= 0);
          }
          const held = ReportButton.find(descriptor, usage)?.held(report);
          assert.ok(held === undefined || held === null || typeof held === 'boolean');
        },
      ),
      { numRuns: 3000 },
    );
  });
});
