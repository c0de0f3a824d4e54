import type { Wording } from '../../platform/mail.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { openProposal, openProposals, rejectedProposals } from '../approvals/decide.ts';
import { footIn } from '../notices/hand-on.ts';
import { placesInLetters } from '../notices/letter-places.ts';
import { neededIn, placesOf } from '../notices/own-words.ts';
import { allOwnWords } from '../notices/own-words-store.ts';
import { letterActs } from './acts.ts';
import { type LetterChange, letterIn } from './change-letter.ts';
import type { HouseLetters } from './letter-list.ts';
import { mayRefuse } from './messages.ts';
import { OneLetter } from './schema.ts';
import { letterHistory } from './store.ts';

/** Every letter, what it says first, whether it has words of its own, and whether others wait. */
export const listLetters = (letters: HouseLetters) =>
  staffOnly(letterActs.read).handler(async ({ context: { tx } }) => {
    const own = await allOwnWords(tx);
    const waiting = new Set((await openProposals(tx, 'letter')).map(({ subject }) => subject));
    return {
      letters: Object.entries(letters).map(([id, { when, about, house }]) => {
        const { subject } = own.get(id) ?? house;
        return { id, when, about, subject, hasOwn: own.has(id), waits: waiting.has(id) };
      }),
    };
  });

const placeWords = (house: Wording) =>
  placesOf(house).map((place) => ({
    place,
    means: placesInLetters[place]?.means ?? place,
    example: placesInLetters[place]?.example ?? place,
    needed: neededIn(house).includes(place),
  }));

/** One letter with its places, the words in force, what waits for a second person, and what it said before. */
export const showLetter = (letters: HouseLetters) =>
  staffOnly(letterActs.read)
    .errors(mayRefuse('letters.unknown'))
    .input(OneLetter)
    .handler(async ({ context: { tx }, input: { letter } }) => {
      const { when, about, house, frame } = letterIn(letters, letter);
      const waits = await openProposal(tx, 'letter', letter);
      const rejected = await rejectedProposals(tx, 'letter', letter);
      return {
        ...{ id: letter, when, about, house, frame, places: placeWords(house) },
        /** Below it: why one gets it, and where to change that. */
        foot: footIn(letter.split('.')[0] ?? ''),
        own: (await allOwnWords(tx)).get(letter) ?? null,
        waiting: waits && {
          ...{ id: waits.id, proposer: waits.proposer, proposedBy: waits.proposedBy, proposedAt: waits.proposedAt },
          ...(waits.payload as LetterChange),
        },
        versions: await letterHistory(tx, letter),
        rejected: rejected.map(({ id, payload, proposer, decider, decidedAt, reason }) => ({
          ...{ id, proposer, decider, decidedAt, reason },
          ...(payload as LetterChange),
        })),
      };
    });
