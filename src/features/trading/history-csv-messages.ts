export const historyCsvMessages = {
  'trading.csv_dates': {
    status: 400,
    text: 'Enter both dates as YYYY-MM-DD, for example from=2026-01-01 and until=2026-12-31.',
  },
  'trading.csv_order': { status: 400, text: "The first day can't be after the last day." },
  'trading.csv_long': { status: 400, text: 'A file covers at most 366 days. Please choose a shorter period.' },
} as const;

export type CsvRefusal = keyof typeof historyCsvMessages;
