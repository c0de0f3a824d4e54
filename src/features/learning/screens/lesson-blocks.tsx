import type { ReactNode } from 'react';
import type { Block } from '../lesson-text.ts';
import { picturePath } from '../picture-path.ts';
import { type Glossary, InlineText } from './lesson-inlines.tsx';

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
  ...{ id: `part-${at}`, 'data-part': at, tabIndex: -1 },
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
