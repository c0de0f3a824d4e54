import { momentText } from '../../../ui/format.ts';
import { RejectedBy } from '../../approvals/screens/rejected-by.tsx';
import { textOf } from '../../notices/own-words.ts';
import type { OneLetter, Words } from './data.ts';

const Said = ({ words }: { words: Words }) => (
  <>
    <p className="wrap-any">{words.subject}</p>
    <p className="wrap-any ink-2">{textOf(words)}</p>
  </>
);

/** What the letter said, newest first: who worded it so, when and why, and what was rejected. */
export const LetterPast = ({ letter: { house, versions, rejected } }: { letter: OneLetter }) => (
  <section className="setting" aria-labelledby="letter-past">
    <header>
      <h2 id="letter-past">History</h2>
    </header>
    {versions.length + rejected.length === 0 && <p className="ink-2">It says what the house wrote from the start.</p>}
    <ol className="past">
      {versions.map(({ id, subject, paragraphs, why, validFrom, proposedBy, approvedBy }) => (
        <li key={id}>
          <p className="num">
            <b>{momentText(validFrom, { year: true })}</b>{' '}
            <span className="ink-2">
              proposed by {proposedBy}, approved by {approvedBy}
            </span>
          </p>
          <p className="wrap-any">“{why}”</p>
          {subject !== null && paragraphs ? (
            <Said words={{ subject, paragraphs }} />
          ) : (
            <p>Back to the house’s words.</p>
          )}
        </li>
      ))}
      {rejected.map(({ id, words, why, proposer, decider, decidedAt, reason }) => (
        <li key={id}>
          <RejectedBy {...{ proposer, decider, decidedAt }} />
          <p className="wrap-any">
            “{why}” Rejected: “{reason}”
          </p>
          <Said words={words ?? house} />
        </li>
      ))}
      <li>
        <p className="ink-2">The house’s words</p>
        <Said words={house} />
      </li>
    </ol>
  </section>
);
