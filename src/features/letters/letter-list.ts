import type { Wording } from '../../platform/mail.ts';

/** A letter as the house words it: what of it may be worded otherwise, and what stands around that as it is. */
export type HouseLetter = {
  /** When it is sent. */
  readonly when: string;
  /** What it is about: the word by which the list groups it. */
  readonly about: string;
  readonly house: Wording;
  readonly frame: { readonly greeting: string; readonly button: string; readonly closing: string };
};

/** Every letter of the house by its name. */
export type HouseLetters = Readonly<Record<string, HouseLetter>>;

type Entry = Wording & Partial<HouseLetter['frame']>;
type Group = {
  readonly about: string;
  readonly frame?: Partial<HouseLetter['frame']>;
};

/** The letters of one room under its name; `when` says of each when it is sent. */
export function lettersOf<const Letters extends Readonly<Record<string, Entry>>>(
  room: string,
  letters: Letters,
  { about, frame, when }: Group & { readonly when: Readonly<Record<keyof Letters, string>> },
): HouseLetters {
  return Object.fromEntries(
    Object.entries(letters).map(([name, { subject, paragraphs, ...own }]) => {
      const { greeting = '', button = '', closing = '' } = { ...frame, ...own };
      return [
        `${room}.${name}`,
        { when: when[name] ?? name, about, house: { subject, paragraphs }, frame: { greeting, button, closing } },
      ];
    }),
  );
}
