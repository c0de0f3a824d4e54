import { fromMarkdown } from 'mdast-util-from-markdown';
import { tooTangled } from './lesson-marks.ts';

/** Words of a lesson: plain, stressed, or leading somewhere. `term` and `fact` name an entry of their course. */
export type Inline =
  | string
  | { readonly strong: readonly Inline[] }
  | { readonly emphasis: readonly Inline[] }
  | { readonly to: string; readonly says: readonly Inline[] }
  | { readonly term: string; readonly says: readonly Inline[] }
  | { readonly fact: string; readonly says: readonly Inline[] };

/**
 * What a lesson is made of, in order. `check` and `practice` name what stands in place of the line, `picture` a file of
 * ours that was drawn anew, with what it shows.
 */
export type Block =
  | { readonly kind: 'heading' | 'paragraph'; readonly says: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'check' | 'practice'; readonly id: string }
  | { readonly kind: 'picture'; readonly file: string; readonly alt: string };

/** What stands in a text that a lesson cannot have: where (line), and what. */
export type TextFault = { readonly line: number; readonly text: string };
export type LessonText = { readonly blocks: readonly Block[]; readonly faults: readonly TextFault[] };

type Node = {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly alt?: string | null;
  readonly depth?: number;
  readonly ordered?: boolean | null;
  readonly children?: readonly Node[];
  readonly position?: { readonly start: { readonly line: number } };
};

/**
 * Reads the Markdown of a lesson into typed pieces, which screens draw one by one: what is not known here is a fault
 * and is never drawn, so no markup of a text reaches a page.
 */
export function readLesson(markdown: string): LessonText {
  const tangled = tooTangled(markdown);
  if (tangled) return { blocks: [], faults: [tangled] };
  const faults: TextFault[] = [];
  const blocks = ((fromMarkdown(markdown) as Node).children ?? []).flatMap((node) => blockOf(node, faults));
  return { blocks, faults };
}

function blockOf(node: Node, faults: TextFault[]): Block[] {
  const says = () => inlinesIn(node.children, faults);
  if (node.type === 'heading' && node.depth === 2) return [{ kind: 'heading', says: says() }];
  if (node.type === 'paragraph') return [placed(node) ?? { kind: 'paragraph', says: says() }];
  if (node.type === 'list') {
    const items = (node.children ?? []).map(({ children = [] }) => {
      for (const child of children.slice(1)) faults.push(faultAt(child, 'a list within a list'));
      return inlinesIn(children[0]?.children, faults);
    });
    return [{ kind: 'list', ordered: node.ordered === true, items }];
  }
  faults.push(faultAt(node, names[node.type] ?? node.type));
  return [];
}

/** A paragraph that is nothing but a link to a check or a practice, or a picture of ours, stands for it. */
function placed({ children = [] }: Node): Block | null {
  const [only] = children;
  if (!only || children.length > 1) return null;
  const alt = only.alt?.trim() ?? '';
  const [, file] = /^picture:([0-9a-f-]{36})$/.exec(only.url ?? '') ?? [];
  if (only.type === 'image') return file && alt ? { kind: 'picture', file, alt } : null;
  const [, kind, id] = /^(check|practice):([a-z0-9-]+)$/.exec(only.url ?? '') ?? [];
  return kind && id ? { kind: kind as 'check' | 'practice', id } : null;
}

function inlinesIn(nodes: readonly Node[] = [], faults: TextFault[]): Inline[] {
  return nodes.flatMap((node): Inline[] => {
    const says = () => inlinesIn(node.children, faults);
    if (node.type === 'text') return [(node.value ?? '').replace(/\s*\n\s*/g, ' ')];
    if (node.type === 'strong') return [{ strong: says() }];
    if (node.type === 'emphasis') return [{ emphasis: says() }];
    if (node.type === 'link') return [linkOf(node, says(), faults)];
    faults.push(faultAt(node, names[node.type] ?? node.type));
    return [];
  });
}

function linkOf(node: Node, says: readonly Inline[], faults: TextFault[]): Inline {
  const url = node.url ?? '';
  const [, kind, id] = /^(term|fact):([a-z0-9-]+)$/.exec(url) ?? [];
  if (kind === 'term' && id) return { term: id, says };
  if (kind === 'fact' && id) return { fact: id, says };
  if (/^\/(?!\/)[a-z0-9/#-]*$/.test(url) || /^https:\/\/\S+$/.test(url)) return { to: url, says };
  faults.push(faultAt(node, `a link to ${url || 'nowhere'}`));
  return { emphasis: says };
}

const names: Readonly<Record<string, string>> = {
  html: 'markup (HTML)',
  code: 'program text',
  inlineCode: 'program text',
  heading: 'a heading of another level than ##',
  image: 'a picture',
  thematicBreak: 'a line across',
  blockquote: 'a quotation',
  break: 'a broken line',
};

const faultAt = (node: Node, text: string): TextFault => ({ line: node.position?.start.line ?? 0, text });

/** The words of a block with those within them. */
export function inlinesOf(block: Block): Inline[] {
  if (!('says' in block) && !('items' in block)) return [];
  const within = (says: readonly Inline[]): Inline[] =>
    says.flatMap((inline) => {
      if (typeof inline === 'string') return [inline];
      const inner = 'strong' in inline ? inline.strong : 'emphasis' in inline ? inline.emphasis : inline.says;
      return [inline, ...within(inner)];
    });
  return block.kind === 'list' ? block.items.flatMap(within) : within(block.says);
}
