import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Link } from '../../../ui/link.tsx';
import type { Block, Inline } from '../lesson-text.ts';
import { picturePath } from '../picture-path.ts';
import type { LessonView } from '../views.ts';

export type Glossary = Pick<LessonView, 'terms' | 'facts'>;

function Explainable({ kind, note, children }: { kind: 'term' | 'fact'; note: ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const handleKey = (event: KeyboardEvent) => {
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
        onKeyDown={handleKey}
      >
        {children}
      </span>
      <span id={id} className="explained" role="note" hidden={!open}>
        {note}
      </span>
    </>
  );
}

function InlinePart({ piece, explained }: { piece: Exclude<Inline, string>; explained: Glossary }) {
  if ('strong' in piece)
    return (
      <strong>
        <InlineText says={piece.strong} explained={explained} />
      </strong>
    );
  if ('emphasis' in piece)
    return (
      <em>
        <InlineText says={piece.emphasis} explained={explained} />
      </em>
    );
  const content = <InlineText says={piece.says} explained={explained} />;
  if ('to' in piece) {
    const isInternal = piece.to.startsWith('/');
    return isInternal ? (
      <Link className="link" to={piece.to}>
        {content}
      </Link>
    ) : (
      <a className="link" href={piece.to} rel="noreferrer">
        {content}
      </a>
    );
  }
  if ('term' in piece) {
    const term = explained.terms.find(({ id }) => id === piece.term);
    return term ? (
      <Explainable kind="term" note={`${term.word}: ${term.means}`}>
        {content}
      </Explainable>
    ) : (
      content
    );
  }
  const fact = explained.facts.find(({ id }) => id === piece.fact);
  return fact ? (
    <Explainable kind="fact" note={`${fact.says} Source: ${fact.source}. As of ${fact.asOf}.`}>
      {content}
    </Explainable>
  ) : (
    content
  );
}

const InlineText = ({ says, explained }: { says: readonly Inline[]; explained: Glossary }) =>
  says.map((piece, at) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its order.
      <InlinePart key={at} piece={piece} explained={explained} />
    ),
  );

export type Placements = { readonly check: (id: string) => ReactNode; readonly practice: (id: string) => ReactNode };
type BlocksProps = { blocks: readonly Block[]; explained: Glossary; placed: Placements };

function BlockView({ block, explained, placed }: { block: Block } & Omit<BlocksProps, 'blocks'>) {
  if ('id' in block) return placed[block.kind](block.id);
  if (block.kind === 'picture')
    return <img className="lesson-picture" src={picturePath(block.file)} alt={block.alt} loading="lazy" />;
  if (block.kind === 'list') {
    const List = block.ordered ? 'ol' : 'ul';
    return (
      <List>
        {block.items.map((says, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its order.
          <li key={at}>
            <InlineText says={says} explained={explained} />
          </li>
        ))}
      </List>
    );
  }
  const Tag = block.kind === 'heading' ? 'h2' : 'p';
  return (
    <Tag>
      <InlineText says={block.says} explained={explained} />
    </Tag>
  );
}

/** Reserves space for exercises, which load after the text. */
const getPartProps = (at: number, { kind }: Block) => ({
  id: `part-${at}`,
  'data-part': at,
  tabIndex: -1,
  className: kind === 'practice' ? 'practice-place' : undefined,
});

/** Renders each block with an anchor for the reading position. */
export const LessonBlocks = ({ blocks, ...rest }: BlocksProps) =>
  blocks.map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its order.
    <div key={at} {...getPartProps(at, block)}>
      <BlockView block={block} {...rest} />
    </div>
  ));
