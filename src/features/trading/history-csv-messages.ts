/** Why a period cannot be saved as a file. */
export const historyCsvMessages = {
  'trading.csv_dates': {
    status: 400,
    text: 'Give both dates as YYYY-MM-DD, for example from=2026-01-01 and until=2026-12-31.',
  },
  'trading.csv_order': { status: 400, text: 'The first day must not come after the last day.' },
  'trading.csv_long': { status: 400, text: 'A file holds at most 366 days. Choose a shorter period.' },
} as const;

export type CsvRefusal = keyof typeof historyCsvMessages;
