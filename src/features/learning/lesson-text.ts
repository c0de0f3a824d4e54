import { fromMarkdown } from 'mdast-util-from-markdown';

const maxMarks = 300;
const maxNesting = 6;
const maxLines = 600;
const maxItems = 300;

const markPattern = /[*_[\]!<>&`]/g;
const headPattern = /^(?:[ \t]|[>*+-]|\d{1,9}[.)](?=[ \t]|$))*/;
const signPattern = /[>*+-]|[.)]/g;

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Returns the first line that would make the Markdown parser slow; null if none. Runs in linear time. */
function findComplexityFault(markdown: string): { readonly line: number; readonly text: string } | null {
  const lines = markdown.split(/\r\n|\n|\r/);
  if (lines.length > maxLines) return { line: maxLines + 1, text: `more than ${maxLines} lines` };
  let paragraphMarks = 0;
  let items = 0;
  for (const [at, text] of lines.entries()) {
    const [head = ''] = headPattern.exec(text) ?? [];
    const markers = countMatches(head, signPattern);
    if (markers > maxNesting) return { line: at + 1, text: 'lists or quotations nested too deeply' };
    items += markers;
    if (items > maxItems) return { line: at + 1, text: `more than ${maxItems} list items` };
    paragraphMarks = /^[ \t]*$/.test(text) ? 0 : paragraphMarks + countMatches(text, markPattern);
    if (paragraphMarks > maxMarks) return { line: at + 1, text: 'too many formatting marks in one paragraph' };
  }
  return null;
}

/** `term` and `fact` are ids of glossary entries and facts of the course. */
export type Inline =
  | string
  | { readonly strong: readonly Inline[] }
  | { readonly emphasis: readonly Inline[] }
  | { readonly to: string; readonly says: readonly Inline[] }
  | { readonly term: string; readonly says: readonly Inline[] }
  | { readonly fact: string; readonly says: readonly Inline[] };

/** `check` and `practice` refer to an exercise by id; `picture` refers to a stored file. */
export type Block =
  | { readonly kind: 'heading' | 'paragraph'; readonly says: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'check' | 'practice'; readonly id: string }
  | { readonly kind: 'picture'; readonly file: string; readonly alt: string };

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

/** Parses Markdown into typed blocks. Omits unsupported syntax and reports it as a fault. */
export function parseLesson(markdown: string): LessonText {
  const complexityFault = findComplexityFault(markdown);
  if (complexityFault) return { blocks: [], faults: [complexityFault] };
  const faults: TextFault[] = [];
  const blocks = ((fromMarkdown(markdown) as Node).children ?? []).flatMap((node) => parseBlock(node, faults));
  return { blocks, faults };
}

function parseBlock(node: Node, faults: TextFault[]): Block[] {
  const says = () => parseInlines(node.children, faults);
  if (node.type === 'heading' && node.depth === 2) return [{ kind: 'heading', says: says() }];
  if (node.type === 'paragraph') return [parsePlacement(node) ?? { kind: 'paragraph', says: says() }];
  if (node.type === 'list') {
    const items = (node.children ?? []).map(({ children = [] }) => {
      for (const child of children.slice(1)) faults.push(toFault(child, 'a list within a list'));
      return parseInlines(children[0]?.children, faults);
    });
    return [{ kind: 'list', ordered: node.ordered === true, items }];
  }
  faults.push(toFault(node, nodeNames[node.type] ?? node.type));
  return [];
}

/** Parses a paragraph that contains only a link to a check or practice, or only a picture; null otherwise. */
function parsePlacement({ children = [] }: Node): Block | null {
  const [only] = children;
  if (!only || children.length > 1) return null;
  const alt = only.alt?.trim() ?? '';
  const [, file] = /^picture:([0-9a-f-]{36})$/.exec(only.url ?? '') ?? [];
  if (only.type === 'image') return file && alt ? { kind: 'picture', file, alt } : null;
  const [, kind, id] = /^(check|practice):([a-z0-9-]+)$/.exec(only.url ?? '') ?? [];
  return kind && id ? { kind: kind as 'check' | 'practice', id } : null;
}

function parseInlines(nodes: readonly Node[] = [], faults: TextFault[]): Inline[] {
  return nodes.flatMap((node): Inline[] => {
    const says = () => parseInlines(node.children, faults);
    if (node.type === 'text') return [(node.value ?? '').replace(/\s*\n\s*/g, ' ')];
    if (node.type === 'strong') return [{ strong: says() }];
    if (node.type === 'emphasis') return [{ emphasis: says() }];
    if (node.type === 'link') return [parseLink(node, says(), faults)];
    faults.push(toFault(node, nodeNames[node.type] ?? node.type));
    return [];
  });
}

function parseLink(node: Node, says: readonly Inline[], faults: TextFault[]): Inline {
  const url = node.url ?? '';
  const [, kind, id] = /^(term|fact):([a-z0-9-]+)$/.exec(url) ?? [];
  if (kind === 'term' && id) return { term: id, says };
  if (kind === 'fact' && id) return { fact: id, says };
  if (/^\/(?!\/)[a-z0-9/#-]*$/.test(url) || /^https:\/\/\S+$/.test(url)) return { to: url, says };
  faults.push(toFault(node, `a link to ${url || 'nowhere'}`));
  return { emphasis: says };
}

const nodeNames: Readonly<Record<string, string>> = {
  html: 'markup (HTML)',
  code: 'code',
  inlineCode: 'code',
  heading: 'a heading of another level than ##',
  image: 'a picture',
  thematicBreak: 'a horizontal rule',
  blockquote: 'a quotation',
  break: 'a line break',
};

const toFault = (node: Node, text: string): TextFault => ({ line: node.position?.start.line ?? 0, text });

export function flattenInlines(block: Block): Inline[] {
  if (!('says' in block) && !('items' in block)) return [];
  const flatten = (says: readonly Inline[]): Inline[] =>
    says.flatMap((inline) => {
      if (typeof inline === 'string') return [inline];
      const inner = 'strong' in inline ? inline.strong : 'emphasis' in inline ? inline.emphasis : inline.says;
      return [inline, ...flatten(inner)];
    });
  return block.kind === 'list' ? block.items.flatMap(flatten) : flatten(block.says);
}
