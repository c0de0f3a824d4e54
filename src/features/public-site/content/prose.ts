import type { TermName } from '../terms.ts';

/** Supports `**strong**`, `[a link](/faq#fee)`, and values from the settings such as `{fee}`. */
export type Text = string;

export type Block = Text | { readonly points: readonly Text[] } | { readonly steps: readonly Text[] };

export type Passage = { readonly id: string; readonly title: string; readonly body: readonly Block[] };

export type Piece =
  | { readonly kind: 'plain' | 'strong'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };

const piece = /\*\*(.+?)\*\*|\[(.+?)\]\((.+?)\)/g;

/** Replaces `{fee}` by `%%terms.fee%%`, which the server replaces by the value. */
export const opened = (text: Text): string => text.replace(/\{(\w+)\}/g, (_, name: TermName) => `%%terms.${name}%%`);

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

export const plain = (text: Text): string => text.replace(piece, (_, strong, name) => strong ?? name);

const blockTexts = (block: Block): readonly Text[] =>
  typeof block === 'string' ? [block] : 'points' in block ? block.points : block.steps;

export const textsOf = (body: readonly Block[]): readonly Text[] => body.flatMap(blockTexts);
