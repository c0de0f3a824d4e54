import { plainLine } from '../../kernel/plain-line.ts';
import { worded } from '../../kernel/worded.ts';
import type { LetterWords, Wording } from '../../platform/mail.ts';
import { placesInLetters } from './letter-places.ts';
import { wordingFaults } from './wording-faults.ts';

export const longestSubject = 150;
export const longestText = 4_000;
/** So often one place may stand: what fills it may be long. */
const oftenest = 3;

const placePattern = /\{(\w+)\}/g;
const placesIn = (text: string): string[] => [...text.matchAll(placePattern)].map(([, place = '']) => place);

/** Paragraphs as somebody types them: what a blank line parts. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n[^\S\n]*\n/)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);

/** Paragraphs as somebody goes on typing them. */
export const textOf = ({ paragraphs }: Pick<Wording, 'paragraphs'>): string => paragraphs.join('\n\n');

/** The places that the words of a letter may have, in the order in which the house's words have them. */
export const placesOf = ({ subject, paragraphs }: Wording): string[] => [
  ...new Set([subject, ...paragraphs].flatMap(placesIn)),
];

/** Without these the words still say all that their reader must know: they only suit a sentence. */
const isLoose = (place: string): boolean => placesInLetters[place]?.loose === true;

/** The places that no words of this letter may leave out. */
export const neededIn = (house: Wording): string[] => placesOf(house).filter((place) => !isLoose(place));

/** Signs that stand for nothing, turn what stands beside them, or are part of none: a line break is none of them. */
const odd = /[^\P{C}\n]|[\u2028\u2029]/u;
/** What a mail program may make a link of: an address with a scheme, a host, a mail address. */
const links = /:\/\/|www\.|@|(?:mailto|tel|javascript|data):|[\p{L}\p{N}]\.\p{L}{2,}/iu;
/** A sentence that begins without a blank before it looks like a host; the dots of other scripts do, too. */
const likeLink = (text: string): boolean => links.test(text.normalize('NFKC').replaceAll(/[。｡．]/g, '.'));

/** What is wrong with words as such, whichever letter they are for. */
function faultIn(text: string): string | null {
  if (odd.test(text)) return wordingFaults.unseen;
  if (/[<>]/.test(text)) return wordingFaults.markup;
  if (/[{}]/.test(text.replaceAll(placePattern, ''))) return worded(wordingFaults.brace, { example: '{name}' });
  const bare = text.replaceAll(placePattern, ' ');
  return likeLink(bare) ? wordingFaults.link : null;
}

const braced = (places: readonly string[]): string => places.map((place) => `{${place}}`).join(', ');

function faultOfPlaces({ subject, paragraphs }: Wording, house: Wording): Fault | null {
  const allowed = placesOf(house);
  const inText = paragraphs.flatMap(placesIn);
  const all = [...placesIn(subject), ...inText];
  const where = (place: string) => (placesIn(subject).includes(place) ? 'subject' : 'text');
  const unknown = all.find((place) => !allowed.includes(place));
  if (unknown !== undefined)
    return {
      field: where(unknown),
      what: worded(wordingFaults.unknownPlace, { place: braced([unknown]), places: braced(allowed) || 'none' }),
    };
  const whole = placesIn(subject).find((place) => placesInLetters[place]?.line !== true);
  if (whole !== undefined && !placesIn(house.subject).includes(whole))
    return { field: 'subject', what: worded(wordingFaults.wholeSentence, { place: braced([whole]) }) };
  const missing = neededIn(house).filter((place) => !all.includes(place));
  if (missing.length > 0)
    return { field: 'text', what: worded(wordingFaults.missingPlace, { places: braced(missing) }) };
  const often = allowed.find((place) => all.filter((one) => one === place).length > oftenest);
  return often === undefined
    ? null
    : { field: where(often), what: worded(wordingFaults.tooOften, { place: braced([often]) }) };
}

/** What is wrong, and where. */
export type Fault = { readonly field: 'subject' | 'text'; readonly what: string };

/** Why words cannot stand in place of the house's; null when they can. The house's places are the measure. Pure. */
export function faultOf(own: Wording, house: Wording): Fault | null {
  const { subject, paragraphs } = own;
  const text = textOf(own);
  if (subject.trim() === '') return { field: 'subject', what: wordingFaults.noSubject };
  if (/\s/.test(subject.replaceAll(' ', '')) || subject.length > longestSubject)
    return { field: 'subject', what: worded(wordingFaults.longSubject, { most: String(longestSubject) }) };
  if (house.paragraphs.length > 0 && paragraphs.length === 0) return { field: 'text', what: wordingFaults.noText };
  if (text.length > longestText)
    return { field: 'text', what: worded(wordingFaults.longText, { most: String(longestText) }) };
  const inSubject = faultIn(subject);
  if (inSubject !== null) return { field: 'subject', what: inSubject };
  const inText = faultIn(text);
  if (inText !== null) return { field: 'text', what: inText };
  return faultOfPlaces(own, house);
}

const filled = ({ subject, paragraphs }: Wording, filling: LetterWords['filling']): Wording => ({
  subject: plainLine(worded<string>(subject, filling), 998),
  paragraphs: paragraphs.map((text) => worded<string>(text, filling).trim()).filter(Boolean),
});

/**
 * What a letter says in the operator's own words; null where the house's stand: there are none of their own, or they
 * are older than what the letter must say by now. Words that a newer release asks more of never lose it. Pure.
 */
export function inOwnWords({ house, filling }: LetterWords, own: Wording | undefined): Wording | null {
  if (!own || faultOf(own, house)) return null;
  const said = filled(own, filling);
  return said.subject === '' ? null : said;
}
