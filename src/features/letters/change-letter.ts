import { sameJson } from '../../kernel/same-json.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { announce, type Db } from '../../platform/database.ts';
import type { Wording } from '../../platform/mail.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { because, decideProposal, decisionMayRefuse, propose } from '../approvals/decide.ts';
import type { Proposal } from '../approvals/proposal.ts';
import { DecideProposal } from '../approvals/schema.ts';
import { faultOf, paragraphsOf } from '../notices/own-words.ts';
import { allOwnWords } from '../notices/own-words-store.ts';
import { letterActs } from './acts.ts';
import type { HouseLetter, HouseLetters } from './letter-list.ts';
import { mayRefuse, refuse } from './messages.ts';
import { ProposeWords } from './schema.ts';
import { putLetter } from './store.ts';

/** What somebody asks for, frozen: other words, or the house's; and why. */
export type LetterChange = { readonly words: Wording | null; readonly why: string };

export const letterIn = (letters: HouseLetters, name: string): HouseLetter =>
  (Object.hasOwn(letters, name) ? letters[name] : undefined) ?? refuse('letters.unknown', {});

function refuseUnfit(words: Wording | null, { house }: HouseLetter): void {
  const fault = words && faultOf(words, house);
  if (fault?.field === 'subject') refuse('letters.subject_unfit', { what: fault.what });
  if (fault) refuse('letters.text_unfit', { what: fault.what });
}

const wordsNow = async (tx: Db, letter: string): Promise<Wording | null> => (await allOwnWords(tx)).get(letter) ?? null;

/** Asks for other words of a letter. They come into force when a second person approves (decision D2). */
export const proposeWords = (letters: HouseLetters) =>
  staffOnly(letterActs.propose)
    .errors(
      mayRefuse(
        'letters.unknown',
        'letters.subject_unfit',
        'letters.text_unfit',
        'letters.unchanged',
        'approvals.already_open',
      ),
    )
    .input(ProposeWords)
    .handler(async ({ context, input: { letter, words: typed, why } }) => {
      const { tx, person } = context;
      const one = letterIn(letters, letter);
      const words = typed && { subject: typed.subject, paragraphs: paragraphsOf(typed.text) };
      refuseUnfit(words, one);
      const before = await wordsNow(tx, letter);
      if (sameJson(before, words) || sameJson(before ?? one.house, words)) refuse('letters.unchanged', {});
      const payload: LetterChange = { words, why };
      const proposalId = await propose(tx, {
        ...{ kind: 'letter', subject: letter, payload, by: person.id },
        stood: { words: before },
      });
      const record = { action: 'letters.proposed', subjectType: 'letter', subjectId: letter };
      await audit(tx, { ...byStaff(context), ...record, before, after: payload });
      await announce(tx, 'desk');
      return { proposalId };
    });

/** Approves, rejects or withdraws other words. Approved, the next letter says them: none is written again. */
export const decideWords = (letters: HouseLetters) =>
  staffOnly(letterActs.decide)
    .errors(decisionMayRefuse)
    .errors(mayRefuse('letters.unknown', 'letters.subject_unfit', 'letters.text_unfit'))
    .input(DecideProposal)
    .handler(async ({ context, input: { proposalId, decision, reason } }) => {
      const { tx, person } = context;
      const unchanged = async ({ subject, stood }: Proposal) => sameJson(stood, { words: await wordsNow(tx, subject) });
      const which = { id: proposalId, kind: 'letter' } as const;
      const proposal = await decideProposal(tx, which, { by: person.id, decision, reason, unchanged });
      const letter = proposal.subject;
      const change = proposal.payload as LetterChange;
      if (decision === 'approve') {
        refuseUnfit(change.words, letterIn(letters, letter));
        await putLetter(tx, proposal.id);
      }
      const record = { action: `letters.${decision}`, subjectType: 'letter', subjectId: letter };
      const { words: before } = proposal.stood as Pick<LetterChange, 'words'>;
      await audit(tx, { ...byStaff(context), ...record, before, after: { ...change, ...because(proposal) } });
      await announce(tx, 'desk');
      return { letter, decision };
    });
