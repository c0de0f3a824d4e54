export const historyCsvMessages = {
  'trading.csv_dates': {
    status: 400,
    text: 'Enter both dates as YYYY-MM-DD, for example from=2026-01-01 and until=2026-12-31.',
  },
  'trading.csv_order': { status: 400, text: "The start date can't be after the end date." },
  'trading.csv_long': {
    status: 400,
    text: 'You can download up to 366 days at a time. Please choose a shorter period.',
  },
} as const;

export type CsvRefusal = keyof typeof historyCsvMessages;
