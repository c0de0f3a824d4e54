import { said } from '../../kernel/said.ts';
import type { Mail } from '../../platform/mail.ts';
import { momentText } from '../../ui/format.ts';
import { letterAbout, letterFrame, saidLetter } from '../notices/letter.ts';
import { calendarFile } from './calendar.ts';
import type { LetterPlace } from './letter-store.ts';
import { modeNames } from './session.ts';
import { timesText } from './times.ts';

/** What is written about a place in a workshop. What is not known is left out. */
export const workshopLetters = {
  offered: {
    subject: 'A place is free for you: {title}',
    paragraphs: [
      'A place became free, and you are the next in line.',
      'It is kept for you until {until}. Take it and pay as usual; after that it goes to the next one who waits.',
    ],
    button: 'Take your place',
  },
  confirmed: {
    subject: 'Your place is booked: {title}',
    paragraphs: [
      'You have a place in this workshop.',
      'The attached file puts it into your calendar. At the door, show the code of your receipt: {code}.',
    ],
    button: 'See your place',
  },
  moved: {
    subject: 'Your place has moved: {title}',
    paragraphs: [
      'Your place is in this workshop now, and what you paid goes with it.',
      'The attached file brings your calendar up to date. Your code stays the same: {code}.',
    ],
    button: 'See your place',
  },
  changed: {
    subject: 'Please note what has changed: {title}',
    paragraphs: [
      'When, where or how this workshop takes place has changed. This is how it stands now.',
      'The attached file brings your calendar up to date.',
    ],
    button: 'See your place',
  },
  reminder: {
    subject: 'Tomorrow: {title}',
    paragraphs: ['We look forward to seeing you tomorrow. At the door, show the code of your receipt: {code}.'],
    button: 'See your place',
  },
  cancelled: {
    subject: 'Called off: {title}',
    paragraphs: [
      'This workshop does not take place. {reason}',
      'If you paid for it, all of it goes back to where it came from: you need not do anything. If you did not, you owe nothing.',
    ],
    button: 'See other workshops',
  },
  awarded: {
    subject: 'Thank you for coming: {lgm} LGM for you',
    paragraphs: [
      'Thank you for coming. For practice you get {lgm} LGM, our training coins. They have no value in money.',
      'Tell us the address of your wallet on Solana, and we send them to it.',
    ],
    button: 'Name your wallet',
  },
  award_sent: {
    subject: 'Sent to you: {lgm} LGM',
    paragraphs: ['Your {lgm} LGM were sent to the wallet that you named. They have no value in money.'],
    button: 'See your LGM',
  },
} as const;
export type WorkshopLetter = keyof typeof workshopLetters;

/** What stands in every letter about a workshop, or in some. */
export const workshopLetterParts = {
  frame: letterFrame,
  last: 'This is the last letter about your workshops today. Whatever else happens stands on your page at once.',
} as const;

/** Whether a place stands still as a letter says: one that came too late is not sent. */
function stands({ status, sessionStatus }: LetterPlace, kind: WorkshopLetter): boolean {
  if (kind === 'cancelled' || sessionStatus === 'cancelled')
    return kind === 'cancelled' && sessionStatus === 'cancelled';
  return status === (kind === 'offered' ? 'offered' : 'confirmed');
}

const page = '/subscriptions#workshops-heading';
/** Letters that change the calendar of whoever gets them, and those about what is over. */
const inCalendar: readonly WorkshopLetter[] = ['confirmed', 'moved', 'changed', 'cancelled'];
const past: readonly WorkshopLetter[] = ['cancelled', 'awarded', 'award_sent'];

/** A letter about a place; null where that stands otherwise by now. */
export function placeLetter(
  place: LetterPlace,
  { kind, last }: { readonly kind: WorkshopLetter; readonly last: boolean },
  origin: string,
): Mail | null {
  if (!stands(place, kind)) return null;
  const { title, offeredUntil, code, link } = place;
  const until = offeredUntil ? momentText(offeredUntil, { year: true }) : '';
  const letter = letterAbout('workshop', place.email, {
    ...said(workshopLetterParts.frame, { name: place.name }),
    ...saidLetter(`workshop.${kind}`, workshopLetters[kind], {
      title,
      until,
      code,
      reason: place.cancelReason ?? '',
      lgm: (place.lgm ?? 0).toLocaleString('en-JM'),
    }),
    facts: [
      ['Workshop', title],
      ['When', timesText(place.startAt, place.endAt)],
      ['Where', place.place],
      ['How', modeNames[place.mode]],
      ...(link && !past.includes(kind) ? ([['Take part online', link]] as const) : []),
      ...(kind === 'award_sent' ? ([['Hash', place.awardHash ?? '']] as const) : []),
    ],
    ...(last && { after: [workshopLetterParts.last] }),
    url: `${origin}${page}`,
  });
  return !inCalendar.includes(kind) || !place.everPaid
    ? letter
    : { ...letter, calendar: { name: 'workshop.ics', text: calendarFile(place, origin) } };
}
