import { said } from '../../kernel/said.ts';
import { dress, type Mail } from '../../platform/mail.ts';
import { momentText } from '../../ui/format.ts';
import type { LetterPlace } from './letter-store.ts';
import { modeNames, type PlaceStatus } from './session.ts';
import { timesText } from './times.ts';

/** What is written about a place in a workshop. */
export const workshopLetters = {
  offered: {
    subject: 'A place is free for you: {title}',
    paragraphs: [
      'A place became free, and you are the next in line.',
      'It is kept for you until {until}. Take it and pay as usual; after that it goes to the next one who waits.',
    ],
    button: 'Take your place',
  },
} as const;
export type WorkshopLetter = keyof typeof workshopLetters;

/** What stands in every letter about a workshop, or in some. */
export const workshopLetterParts = {
  frame: {
    greeting: 'Hello {name},',
    closing: 'We never ask for your password, your recovery phrase or a code, in mails, calls or chats.',
  },
  last: 'This is the last letter about your workshops today. Whatever else happens stands on your page at once.',
} as const;

/** How a place stands that a letter is about: one that came too late is not sent. */
const stands: Readonly<Record<WorkshopLetter, PlaceStatus>> = { offered: 'offered' };

const page = '/subscriptions#workshops-heading';

/** A letter about a place; null where that stands otherwise by now. */
export function placeLetter(
  place: LetterPlace,
  { kind, last }: { readonly kind: WorkshopLetter; readonly last: boolean },
  origin: string,
): Mail | null {
  if (place.status !== stands[kind]) return null;
  const { title, offeredUntil } = place;
  const until = offeredUntil ? momentText(offeredUntil, { year: true }) : '';
  return dress(place.email, {
    ...said(workshopLetterParts.frame, { name: place.name }),
    ...said(workshopLetters[kind], { title, until }),
    facts: [
      ['Workshop', title],
      ['When', timesText(place.startAt, place.endAt)],
      ['Where', place.place],
      ['How', modeNames[place.mode]],
    ],
    ...(last && { after: [workshopLetterParts.last] }),
    url: `${origin}${page}`,
  });
}
