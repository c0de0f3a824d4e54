import type { ReactNode } from 'react';
import type { Block } from '../lesson-text.ts';
import { picturePath } from '../picture-path.ts';
import { type Explained, Words } from './lesson-words.tsx';

/** What stands in place of a line of the text. */
export type Placed = { readonly check: (id: string) => ReactNode; readonly practice: (id: string) => ReactNode };
type BlocksProps = { blocks: readonly Block[]; explained: Explained; placed: Placed };

function Drawn({ block, explained, placed }: { block: Block } & Omit<BlocksProps, 'blocks'>) {
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
            <Words says={says} explained={explained} />
          </li>
        ))}
      </List>
    );
  }
  const Tag = block.kind === 'heading' ? 'h2' : 'p';
  return (
    <Tag>
      <Words says={block.says} explained={explained} />
    </Tag>
  );
}

/** An exercise comes later than the text, and its place is kept. */
const partOf = (at: number, { kind }: Block) => ({
  ...{ id: `part-${at}`, 'data-part': at, tabIndex: -1 },
  className: kind === 'practice' ? 'practice-place' : undefined,
});

/** The pieces of a lesson, each under an address of its own, so that reading goes on where it stopped. */
export const LessonBlocks = ({ blocks, ...rest }: BlocksProps) =>
  blocks.map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its order.
    <div key={at} {...partOf(at, block)}>
      <Drawn block={block} {...rest} />
    </div>
  ));
