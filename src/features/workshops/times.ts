import { jamaicaDay } from '../../kernel/calendar.ts';
import { momentText, timeText } from '../../ui/format.ts';

/** From when until when, in Jamaica: `Sat 28 Nov 2026, 5:00 pm to 7:00 pm`. */
export const timesText = (startAt: Date, endAt: Date): string =>
  `${momentText(startAt, { year: true })} to ${
    jamaicaDay(startAt) === jamaicaDay(endAt) ? timeText(endAt) : momentText(endAt)
  }`;
