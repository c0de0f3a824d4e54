import type { TermName } from '../terms.ts';

/**
 * Text of a page, kept apart from how it is drawn. A text may hold `**strong**`, `[a link](/faq#fee)` and `{fee}`: a
 * figure or contact from the settings, put in by the server, so that no page can disagree with the product.
 */
export type Text = string;

/** A paragraph, or a list of points, or steps in their order. */
export type Block = Text | { readonly points: readonly Text[] } | { readonly steps: readonly Text[] };

export type Passage = { readonly id: string; readonly title: string; readonly body: readonly Block[] };

/** Whatever stands in a text: every kind of piece it may be cut into. */
export type Piece =
  | { readonly kind: 'plain' | 'strong'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };

const piece = /\*\*(.+?)\*\*|\[(.+?)\]\((.+?)\)/g;

/** The named figures of a text as places for the server to fill. */
export const opened = (text: Text): string => text.replace(/\{(\w+)\}/g, (_, name: TermName) => `%%terms.${name}%%`);

/** Cuts a text into its pieces, with places for its figures. */
export function pieces(text: Text): Piece[] {
  const found: Piece[] = [];
  const open = opened(text);
  let from = 0;
  for (const match of open.matchAll(piece)) {
    const [whole, strong, name, to] = match;
    if (match.index > from) found.push({ kind: 'plain', text: open.slice(from, match.index) });
    if (strong !== undefined) found.push({ kind: 'strong', text: strong });
    else found.push({ kind: 'link', text: name ?? '', to: to ?? '' });
    from = match.index + whole.length;
  }
  if (from < open.length) found.push({ kind: 'plain', text: open.slice(from) });
  return found;
}

/** A text without its marks. The figures stay as they are. */
export const plain = (text: Text): string => text.replace(piece, (_, strong, name) => strong ?? name);

const blockTexts = (block: Block): readonly Text[] =>
  typeof block === 'string' ? [block] : 'points' in block ? block.points : block.steps;

/** Every sentence of a body in its order. */
export const textsOf = (body: readonly Block[]): readonly Text[] => body.flatMap(blockTexts);
