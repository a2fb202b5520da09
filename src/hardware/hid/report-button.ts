import { type InputField, parseReportDescriptor, type UsageRange } from './report-descriptor.js';

/** Reads one button from the input reports of a device. */
export class ReportButton {
  private constructor(private readonly places: readonly ButtonPlace[]) {}

  /**
   * @param usage page · 65536 + number, e.g. 0x000b002f
   * @returns null if the device's descriptor knows no such button
   */
  static find(descriptor: Uint8Array, usage: number): ReportButton | null {
    const places = parseReportDescriptor(descriptor).flatMap((field) => {
      const index = indexOf(field.usages, usage);
      if (index === null || (field.kind === 'variable' && index >= field.count)) return [];
      return [{ field, index }];
    });
    return places.length === 0 ? null : new ReportButton(places);
  }

  /** Whether the button is down in an input report; null if the report does not contain it. */
  held(report: Uint8Array): boolean | null {
    const telling = this.places.filter(({ field }) => field.reportId === 0 || field.reportId === report[0]);
    if (telling.length === 0) return null;
    return telling.some((place) => isOn(place, report));
  }
}

interface ButtonPlace {
  readonly field: InputField;
  /** position of the button's usage among those of the field */
  readonly index: number;
}

function isOn({ field, index }: ButtonPlace, report: Uint8Array): boolean {
  const { bitOffset, bitSize, count, kind, logicalMinimum } = field;
  if (kind === 'variable') return bitsAt(report, bitOffset + index * bitSize, bitSize) !== 0;
  // A truncated report ends the search.
  const within = Math.min(count, Math.ceil((report.length * 8 - bitOffset) / bitSize));
  for (let place = 0; place < within; place += 1) {
    const value = bitsAt(report, bitOffset + place * bitSize, bitSize);
    if (value - logicalMinimum === index) return true;
  }
  return false;
}

/** The position of a usage among those of a field. */
function indexOf(usages: readonly UsageRange[], usage: number): number | null {
  let before = 0;
  for (const { first, last } of usages) {
    if (usage >= first && usage <= last) return before + usage - first;
    before += last - first + 1;
  }
  return null;
}

/** Bits of a report as a number, least significant first; bits beyond its end are 0. */
function bitsAt(report: Uint8Array, offset: number, size: number): number {
  let value = 0;
  for (let bit = 0; bit < size; bit += 1) {
    const at = offset + bit;
    if (((report[at >> 3] ?? 0) >> (at & 7)) & 1) value += 2 ** bit;
  }
  return value;
}
