/**
 * Parses the input reports of a HID report descriptor (Device Class Definition for HID 1.11, 6.2.2). Many devices have
 * faulty descriptors: invalid parts are skipped, and nothing here throws.
 */

/** Consecutive usages, as a descriptor lists them: single ones and ranges. A usage is page · 65536 + number. */
export interface UsageRange {
  readonly first: number;
  readonly last: number;
}

/** Values of the same kind in an input report. */
export interface InputField {
  /** the number at the start of the report; 0: reports are not numbered */
  readonly reportId: number;
  /** from the start of the report, the byte of its number included */
  readonly bitOffset: number;
  /** of each value */
  readonly bitSize: number;
  readonly count: number;
  /** variable: each value belongs to the usage at its position. array: each value names a usage that is on */
  readonly kind: 'variable' | 'array';
  /** the array value that stands for the first usage */
  readonly logicalMinimum: number;
  readonly usages: readonly UsageRange[];
}

/** Types of items. */
const MAIN = 0;
const GLOBAL = 1;
const LOCAL = 2;
const LONG_ITEM = 0xfe;

/** Tags of the items that are evaluated. */
const INPUT = 8;
const USAGE_PAGE = 0;
const LOGICAL_MINIMUM = 1;
const REPORT_SIZE = 7;
const REPORT_ID = 8;
const REPORT_COUNT = 9;
const PUSH = 10;
const POP = 11;
const USAGE = 0;
const USAGE_MINIMUM = 1;
const USAGE_MAXIMUM = 2;

/** Bits of an Input item. */
const CONSTANT = 1;
const VARIABLE = 2;

/** Longer reports are invalid. */
const MAX_BITS = 8 * 65_536;
/** Deeper than any device nests. */
const MAX_PUSHED = 64;
/** More than any device lists for one field. */
const MAX_RANGES = 4096;
/** A usage of this many bytes includes its page. */
const EXTENDED_USAGE_BYTES = 4;
/** Sizes of values in bytes, by the two lowest bits of the prefix of their item. */
const VALUE_BYTES = [0, 1, 2, 4] as const;

interface Global {
  usagePage: number;
  logicalMinimum: number;
  reportSize: number;
  reportId: number;
  reportCount: number;
}

/** A usage of a local item: the page is determined by the main item it belongs to. */
interface LocalUsage {
  readonly value: number;
  /** whether `value` includes the page */
  readonly extended: boolean;
}

interface LocalRange {
  readonly first: LocalUsage;
  readonly last: LocalUsage;
}

interface Item {
  readonly type: number;
  readonly tag: number;
  /** unsigned */
  readonly value: number;
  /** size of the value in bytes */
  readonly size: number;
}

/** The meaningful input fields, in order. */
export function parseReportDescriptor(descriptor: Uint8Array): InputField[] {
  const fields: InputField[] = [];
  const bits = new Map<number, number>();
  const pushed: Global[] = [];
  let global: Global = { usagePage: 0, logicalMinimum: 0, reportSize: 0, reportId: 0, reportCount: 0 };
  let ranges: LocalRange[] = [];
  let minimum: LocalUsage | null = null;
  let maximum: LocalUsage | null = null;

  const addRange = (first: LocalUsage, last: LocalUsage) => {
    if (ranges.length < MAX_RANGES) ranges.push({ first, last });
  };
  const input = (flags: number) => {
    const { reportId, reportSize, reportCount, logicalMinimum } = global;
    // Numbered reports begin with their number.
    const bitOffset = bits.get(reportId) ?? (reportId === 0 ? 0 : 8);
    const end = bitOffset + reportSize * reportCount;
    if (end > MAX_BITS) return;
    bits.set(reportId, end);
    const usages = resolveUsages(ranges, global.usagePage);
    if ((flags & CONSTANT) !== 0 || usages.length === 0 || end === bitOffset || reportSize > 32) return;
    const kind = (flags & VARIABLE) === 0 ? 'array' : 'variable';
    fields.push({
      reportId,
      bitOffset,
      bitSize: reportSize,
      count: reportCount,
      kind,
      logicalMinimum,
      usages,
    });
  };

  for (const { type, tag, value, size } of itemsOf(descriptor)) {
    if (type === MAIN) {
      if (tag === INPUT) input(value);
      // Local items apply to one main item.
      ranges = [];
      minimum = maximum = null;
    } else if (type === LOCAL) {
      const usage = { value, extended: size === EXTENDED_USAGE_BYTES };
      if (tag === USAGE) addRange(usage, usage);
      else if (tag === USAGE_MINIMUM) minimum = usage;
      else if (tag === USAGE_MAXIMUM) maximum = usage;
      if (minimum !== null && maximum !== null) {
        addRange(minimum, maximum);
        minimum = maximum = null;
      }
    } else if (type === GLOBAL) {
      if (tag === PUSH && pushed.length < MAX_PUSHED) pushed.push({ ...global });
      else if (tag === POP) global = pushed.pop() ?? global;
      else applyGlobal(global, tag, value, size);
    }
  }
  return fields;
}

/** Adds the page that is current at the main item to usages (6.2.2.8); reversed ranges are omitted. */
function resolveUsages(ranges: readonly LocalRange[], page: number): UsageRange[] {
  const resolve = ({ value, extended }: LocalUsage) => (extended ? value : page * 0x1_0000 + value);
  return ranges
    .map(({ first, last }) => ({ first: resolve(first), last: resolve(last) }))
    .filter(({ first, last }) => first <= last);
}

function applyGlobal(global: Global, tag: number, value: number, size: number): void {
  switch (tag) {
    case USAGE_PAGE:
      global.usagePage = value & 0xffff;
      return;
    case LOGICAL_MINIMUM:
      global.logicalMinimum = signExtend(value, size);
      return;
    case REPORT_SIZE:
      global.reportSize = value;
      return;
    case REPORT_ID:
      global.reportId = value & 0xff;
      return;
    case REPORT_COUNT:
      global.reportCount = value;
  }
}

/** The items of a descriptor up to its end, or to where it is truncated. */
function* itemsOf(bytes: Uint8Array): Generator<Item> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const prefix = view.getUint8(at);
    at += 1;
    if (prefix === LONG_ITEM) {
      // No long items are defined. They consist of a length, a tag and data.
      at += 2 + (at < bytes.length ? view.getUint8(at) : 0);
      continue;
    }
    const size = VALUE_BYTES[(prefix & 3) as 0 | 1 | 2 | 3];
    if (at + size > bytes.length) return;
    yield { type: (prefix >> 2) & 3, tag: prefix >> 4, value: unsignedAt(view, at, size), size };
    at += size;
  }
}

function unsignedAt(view: DataView, at: number, size: number): number {
  if (size === 1) return view.getUint8(at);
  if (size === 2) return view.getUint16(at, true);
  return size === 4 ? view.getUint32(at, true) : 0;
}

/** The signed number whose lowest bytes are those of a value. */
function signExtend(value: number, size: number): number {
  const unused = 32 - 8 * size;
  return size === 0 ? 0 : (value << unused) >> unused;
}
