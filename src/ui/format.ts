/** Dates are stored in UTC and shown in Jamaican time (decision C7). */

const timeZone = 'America/Jamaica';

const formatter = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

type DateParts = { weekday: string; day: string; month: string; year: string; time: string };

function formatParts(date: Date): DateParts {
  const found = Object.fromEntries(formatter.formatToParts(date).map(({ type, value }) => [type, value]));
  const { weekday = '', day = '', month = '', year = '', hour = '', minute = '', dayPeriod = '' } = found;
  const time = `${hour === '0' ? '12' : hour}:${minute} ${dayPeriod.toLowerCase().replaceAll('.', '')}`;
  return { weekday, day, month: month.slice(0, 3), year, time };
}

/** `Fri 20 Nov`; with `year`, `Fri 20 Nov 2026`. */
export function formatDay(date: Date, { year = false } = {}): string {
  const at = formatParts(date);
  return `${at.weekday} ${at.day} ${at.month}${year ? ` ${at.year}` : ''}`;
}

export const formatTime = (date: Date): string => formatParts(date).time;

/** `Fri 20 Nov, 10:14 am`; with `year`, `Fri 20 Nov 2026, 10:14 am`. */
export const formatDateTime = (date: Date, options: { year?: boolean } = {}): string =>
  `${formatDay(date, options)}, ${formatTime(date)}`;

/** Formats a calendar date: `2027-01-02` gives `2 Jan 2027`. */
export function formatDate(isoDate: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(isoDate);
  if (!match) throw new Error(`not a date: ${isoDate}`);
  return `${Number(match[3])} ${months[Number(match[2]) - 1]} ${match[1]}`;
}

/** `14 min`, `19 h`, `3 d`. Less than a minute, or in the future: `just now`. */
export function formatAge(date: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - date.getTime()) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / (24 * 60))} d`;
}

/** `412 KB`, `2.3 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1000 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
}

/** `not_submitted` gives `Not submitted`. */
export const formatStatus = (status: string): string => {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Color of an age: `late` before `lateBefore`, `due` in the second half of the time until then. */
export function getAgeTint(since: Date, lateBefore: Date, now: Date): '' | 'due' | 'late' {
  if (since < lateBefore) return 'late';
  return since.getTime() < (lateBefore.getTime() + now.getTime()) / 2 ? 'due' : '';
}
