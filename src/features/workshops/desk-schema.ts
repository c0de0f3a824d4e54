import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';
import { localMoment } from './local-moment.ts';

const Which = { sessionId: IdText };
const text = (longest: number) => z.string().trim().min(1, 'Required').max(longest);
/** One line, whatever was pasted: it stands in subjects, calendars and on receipts. */
const line = (longest: number) =>
  z
    .string()
    .overwrite((typed) => typed.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' '))
    .pipe(text(longest));
const Moment = z.string().regex(localMoment, 'Enter day and time');
const Seats = z.number('Enter a number').int('Enter a whole number').min(0).max(100_000);

const Facts = {
  title: line(120),
  description: text(4_000),
  startAt: Moment,
  endAt: Moment,
  place: line(200),
  link: z
    .string()
    .trim()
    .max(500)
    .regex(/^(https:\/\/\S+)?$/, 'Begin with https://')
    .default(''),
  seatsInPerson: Seats,
  seatsOnline: Seats,
  flyerFile: IdText.nullable().default(null),
  flyerAlt: z.string().trim().max(300).default(''),
};

/** A session as its form has it. Times are of the Jamaican clock. */
export const MakeSession = z.strictObject(Facts);
export type SessionForm = z.output<typeof MakeSession>;
/** `readAt` is when what was changed was written: what somebody else changed meanwhile is not overwritten. */
export const ChangeSession = z.strictObject({ ...Which, readAt: z.iso.datetime(), ...Facts });
export const OneSession = z.strictObject(Which);

const At = z.date().min(new Date('2020-01-01')).max(new Date('2200-01-01'));
/** Parts of the list of sessions. */
export const sessionViews = ['coming', 'drafts', 'past', 'cancelled'] as const;
export type SessionView = (typeof sessionViews)[number];
export const SessionsPage = z.strictObject({
  view: z.enum(sessionViews).default('coming'),
  after: z.strictObject({ startAt: At, id: IdText }).nullable().default(null),
});
export const PeoplePage = z.strictObject({ ...Which, after: IdText.nullable().default(null) });
export const CheckIn = z.strictObject({ ...Which, code: z.string().trim().min(1, 'Enter the code').max(40) });
export const RecordAward = z.strictObject({
  awardId: IdText,
  hash: z.string().trim().min(1, 'Enter the hash').max(400),
});
