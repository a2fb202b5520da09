import type { ReportTerms } from '#guildhall/hardware/hardware.js';

/** The terms of a report of certified devices by a connection. */
export const REPORT_TERMS: ReportTerms = {
  application: '100',
  maxBytes: 512 * 1024,
  lifetimeMs: null,
  takesOver: true,
};
