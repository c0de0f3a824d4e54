/** Dates and sizes as people here read them. Moments are stored in UTC and shown in Jamaica's time [decision C7]. */

const zone = 'America/Jamaica';

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

type Read = { weekday: string; day: string; month: string; year: string; time: string };

function read(moment: Date): Read {
  const found = Object.fromEntries(parts.formatToParts(moment).map(({ type, value }) => [type, value]));
  const { weekday = '', day = '', month = '', year = '', hour = '', minute = '', dayPeriod = '' } = found;
  const time = `${hour === '0' ? '12' : hour}:${minute} ${dayPeriod.toLowerCase().replaceAll('.', '')}`;
  return { weekday, day, month: month.slice(0, 3), year, time };
}

/** `Fri 20 Nov`; with `year`, `Fri 20 Nov 2026`. */
export function dayText(moment: Date, { year = false } = {}): string {
  const at = read(moment);
  return `${at.weekday} ${at.day} ${at.month}${year ? ` ${at.year}` : ''}`;
}

/** `10:14 am`. */
export const timeText = (moment: Date): string => read(moment).time;

/** `Fri 20 Nov, 10:14 am`; with `year`, `Fri 20 Nov 2026, 10:14 am`. */
export const momentText = (moment: Date, options: { year?: boolean } = {}): string =>
  `${dayText(moment, options)}, ${timeText(moment)}`;

/** A date without a time, as stored: `2027-01-02` is `2 Jan 2027`. No zone is involved. */
export function dateText(isoDate: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(isoDate);
  if (!match) throw new Error(`not a date: ${isoDate}`);
  return `${Number(match[3])} ${months[Number(match[2]) - 1]} ${match[1]}`;
}

/** How long ago: `just now`, `14 m`, `19 h`, `3 d`. A moment to come counts as just now. */
export function ageText(moment: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - moment.getTime()) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} m`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / (24 * 60))} d`;
}

/** The size of a file: `412 KB`, `2.3 MB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1000 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
}

/** `not_submitted` is `Not submitted`. */
export const statusWord = (status: string): string => {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
