import { formatMessages } from '../../kernel/message-template.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Mail } from '../../platform/email/mail.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { claimDailyEmail } from '../../platform/limits/email-quota.ts';
import { formatDateTime } from '../../ui/format.ts';
import { letterAbout, letterFrame } from '../notifications/email.ts';
import { buildCalendarFile, type CalendarSeat } from './calendar.ts';
import { formatTimes, type Mode, modeNames } from './session.ts';

export type EmailSeat = CalendarSeat & {
  readonly everPaid: boolean;
  readonly name: string;
  readonly email: string;
  readonly mode: Mode;
  readonly offeredUntil: Date | null;
  readonly cancelReason: string | null;
  readonly lgm: number | null;
  readonly awardHash: string | null;
};

export const workshopEmails = {
  offered: {
    subject: 'A place is free for you: {title}',
    paragraphs: [
      "Good news: a place is free, and you're next in line.",
      "We'll hold it for you until {until}. Book and pay as usual. After that, we'll offer it to the next person.",
    ],
    button: 'Take your place',
  },
  confirmed: {
    subject: 'Your place is booked: {title}',
    paragraphs: [
      "You're booked for this workshop.",
      'The attached file adds the workshop to your calendar. Show the code on your receipt when you arrive: {code}.',
    ],
    button: 'See your place',
  },
  moved: {
    subject: 'Your place has moved: {title}',
    paragraphs: [
      'Your place is now in this workshop, and your payment moved with it.',
      'The attached file updates your calendar. Your code stays the same: {code}.',
    ],
    button: 'See your place',
  },
  changed: {
    subject: 'Workshop updated: {title}',
    paragraphs: [
      'The time, place or format of this workshop has changed. Here are the latest details.',
      'The attached file updates your calendar.',
    ],
    button: 'See your place',
  },
  reminder: {
    subject: 'Tomorrow: {title}',
    paragraphs: ['We look forward to seeing you tomorrow. Show the code on your receipt when you arrive: {code}.'],
    button: 'See your place',
  },
  cancelled: {
    subject: 'Cancelled: {title}',
    paragraphs: [
      'This workshop is cancelled. {reason}',
      "If you paid, we'll refund the full amount to where it came from. You don't need to do anything.",
    ],
    button: 'See other workshops',
  },
  awarded: {
    subject: 'Thank you for coming: {lgm} LGM for you',
    paragraphs: [
      'Thank you for coming. Here are {lgm} LGM, our training coins, to practise with. They have no cash value.',
      "Add your Solana wallet address, and we'll send them to it.",
    ],
    button: 'Add your wallet',
  },
  award_sent: {
    subject: 'Sent to you: {lgm} LGM',
    paragraphs: ['We sent your {lgm} LGM to your wallet. They have no cash value.'],
    button: 'See your LGM',
  },
} as const;
export type WorkshopEmail = keyof typeof workshopEmails;

export const workshopEmailParts = {
  frame: letterFrame,
  last: "This is today's last email about your workshops. Your page always shows the latest status.",
} as const;

function isCurrent({ status, sessionStatus }: EmailSeat, kind: WorkshopEmail): boolean {
  if (kind === 'cancelled' || sessionStatus === 'cancelled')
    return kind === 'cancelled' && sessionStatus === 'cancelled';
  return status === (kind === 'offered' ? 'offered' : 'confirmed');
}

const pagePath = '/subscriptions#workshops-heading';
const calendarKinds: readonly WorkshopEmail[] = ['confirmed', 'moved', 'changed', 'cancelled'];
const pastKinds: readonly WorkshopEmail[] = ['cancelled', 'awarded', 'award_sent'];

/** Renders an email about a seat; null when outdated. */
export function renderSeatEmail(
  place: EmailSeat,
  { kind, last }: { readonly kind: WorkshopEmail; readonly last: boolean },
  origin: string,
): Mail | null {
  if (!isCurrent(place, kind)) return null;
  const { title, offeredUntil, code, link } = place;
  const until = offeredUntil ? formatDateTime(offeredUntil, { year: true }) : '';
  const letter = letterAbout('workshop', place.email, {
    ...formatMessages(workshopEmailParts.frame, { name: place.name }),
    ...formatMessages(workshopEmails[kind], {
      title,
      until,
      code,
      reason: place.cancelReason ?? '',
      lgm: (place.lgm ?? 0).toLocaleString('en-JM'),
    }),
    facts: [
      ['Workshop', title],
      ['When', formatTimes(place.startAt, place.endAt)],
      ['Where', place.place],
      ['Format', modeNames[place.mode]],
      ...(link && !pastKinds.includes(kind) ? ([['Join online', link]] as const) : []),
      ...(kind === 'award_sent' ? ([['Hash', place.awardHash ?? '']] as const) : []),
    ],
    ...(last && { after: [workshopEmailParts.last] }),
    url: `${origin}${pagePath}`,
  });
  return !calendarKinds.includes(kind) || !place.everPaid
    ? letter
    : { ...letter, calendar: { name: 'workshop.ics', text: buildCalendarFile(place, origin) } };
}

export type SeatEmailJob = { readonly placeId: string; readonly kind: WorkshopEmail; readonly last: boolean };

type SeatEmailRequest = { readonly id: string; readonly userId: string; readonly kind: WorkshopEmail };

/** Enqueues an email about a seat. Sends nothing above the daily limit. */
export async function enqueueSeatEmail(
  services: Services,
  tx: Db,
  { id, userId, kind }: SeatEmailRequest,
): Promise<void> {
  const quota = await claimDailyEmail(tx, 'workshop', { recipientId: userId, now: services.clock() });
  if (!quota) return;
  const job: SeatEmailJob = { placeId: id, kind, last: quota === 'last' };
  await services.jobs.enqueue(tx, 'workshops.send_email', job);
}
