import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Link } from '../../../ui/link.tsx';
import type { Inline } from '../lesson-text.ts';
import type { LessonView } from '../shapes.ts';

/** What a lesson explains in place: its words, and who says its figures. */
export type Explained = Pick<LessonView, 'terms' | 'facts'>;

/** Words that open their explanation behind them, and close it again with a second press or Escape. */
function InPlace({ kind, note, children }: { kind: 'term' | 'fact'; note: ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false);
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    setOpen(!open);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a button is one block and would tear its line. */}
      <span
        role="button"
        tabIndex={0}
        className={`in-place ${kind}`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        onKeyDown={pressed}
      >
        {children}
      </span>
      <span id={id} className="explained" role="note" hidden={!open}>
        {note}
      </span>
    </>
  );
}

function Piece({ piece, explained }: { piece: Exclude<Inline, string>; explained: Explained }) {
  if ('strong' in piece)
    return (
      <strong>
        <Words says={piece.strong} explained={explained} />
      </strong>
    );
  if ('emphasis' in piece)
    return (
      <em>
        <Words says={piece.emphasis} explained={explained} />
      </em>
    );
  const words = <Words says={piece.says} explained={explained} />;
  if ('to' in piece) {
    const ours = piece.to.startsWith('/');
    return ours ? (
      <Link className="link" to={piece.to}>
        {words}
      </Link>
    ) : (
      <a className="link" href={piece.to} rel="noreferrer">
        {words}
      </a>
    );
  }
  if ('term' in piece) {
    const term = explained.terms.find(({ id }) => id === piece.term);
    return term ? (
      <InPlace kind="term" note={`${term.word}: ${term.means}`}>
        {words}
      </InPlace>
    ) : (
      words
    );
  }
  const fact = explained.facts.find(({ id }) => id === piece.fact);
  return fact ? (
    <InPlace kind="fact" note={`${fact.says} Source: ${fact.source}. As of ${fact.asOf}.`}>
      {words}
    </InPlace>
  ) : (
    words
  );
}

/** The words of a text. Nothing but these pieces can be drawn, so no text brings markup of its own. */
export const Words = ({ says, explained }: { says: readonly Inline[]; explained: Explained }) =>
  says.map((piece, at) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its order.
      <Piece key={at} piece={piece} explained={explained} />
    ),
  );
