/** What the clock says when a file of tests is loaded; and when its first test begins, where a day passed since. */
export type Moment = { readonly at: string; readonly tests?: string };

/** Hours at which day, month or year is not the same in Jamaica and in UTC, odd ones, and changes of day. */
export const moments: Readonly<Record<string, Moment>> = {
  night: { at: '2026-11-18T02:30:00Z' },
  'month-utc': { at: '2026-11-30T23:59:00Z' },
  'month-jamaica': { at: '2026-12-01T04:59:00Z' },
  'year-utc': { at: '2026-12-31T23:59:00Z' },
  'year-jamaica': { at: '2027-01-01T04:59:00Z' },
  'leap-day': { at: '2028-02-29T17:00:00Z' },
  easter: { at: '2027-03-26T15:00:00Z' },
  'into-year-utc': { at: '2026-12-31T23:59:30Z', tests: '2027-01-01T00:00:01Z' },
  'into-year-jamaica': { at: '2027-01-01T04:59:30Z', tests: '2027-01-01T05:00:01Z' },
};
