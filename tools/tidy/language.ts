import { at, type Node, type Source } from './source.ts';

/** Words that docs/writing.md bans in names, with their replacements. */
const banned: ReadonlyMap<string, string> = new Map([
  ['whose', 'actor, ownerId'],
  ['whom', 'actor, recipient'],
  ['whoever', 'actor, user'],
  ['comer', 'credentials, visitor'],
  ['comers', 'credentials, visitors'],
  ['somebody', 'user, anonymous'],
  ['nobody', 'anonymous, none'],
  ['whatever', 'value'],
  ['anew', 'reload, retry, recompute'],
  ['beside', 'duplicate, related, detail'],
  ['lately', 'memoize, recent'],
  ['told', 'notified, reported'],
  ['tells', 'notifies, reports'],
  ['stands', 'check, is'],
  ['house', 'company, default'],
  ['room', 'module, limit, quota'],
  ['rooms', 'modules'],
  ['door', 'entry, gate'],
  ['road', 'connection, method'],
  ['roads', 'connections'],
  ['crumbs', 'chunks'],
]);

const parts = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

const bannedIn = (name: string): string[] => parts(name).filter((part) => banned.has(part));

const describe = (name: string, words: readonly string[]): string =>
  `${name}: use ${words.map((word) => banned.get(word)).join('; ')}`;

/** Identifiers and file names with a banned part. */
export function bannedIdentifiers(source: Source): string[] {
  const seen = new Set<string>();
  const named = source.nodes.flatMap((node: Node) => {
    const name = node.type === 'Identifier' || node.type === 'JSXIdentifier' ? String(node['name']) : '';
    const words = bannedIn(name);
    if (words.length === 0 || seen.has(name)) return [];
    seen.add(name);
    return [`${at(source, node)} ${describe(name, words)}`];
  });
  const inPath = bannedIn(source.path.replace(/^src\/features\//, ''));
  return inPath.length > 0 ? [describe(source.path, inPath), ...named] : named;
}

const noSubject = /^\*\s*(What|Who|Whoever|Whose|Where|Whether|Whatever|When|The same|How|So much|So many|As|That)\b/;

/** Doc comments that begin with a clause, such as "What ..." or "How ...", instead of a subject. */
export const commentsWithoutSubject = (source: Source): string[] =>
  source.comments.filter(({ value }) => noSubject.test(value)).map((comment) => at(source, comment));

const maxWords = 25;

/** Comments with a sentence over 25 words. Consecutive `//` lines are one text. Code in backquotes is one word. */
export function longSentences(source: Source): string[] {
  const blocks: { start: number; end: number; text: string }[] = [];
  for (const { value, start } of source.comments) {
    const isLine = source.text.startsWith('//', start);
    const last = blocks.at(-1);
    const continues = isLine && last && /^\s*$/.test(source.text.slice(last.end, start));
    const end = start + value.length + (isLine ? 2 : 4);
    if (continues && last) Object.assign(last, { end, text: `${last.text}\n${value}` });
    else blocks.push({ start, end, text: value });
  }
  return blocks.flatMap((block) => {
    const text = block.text.replace(/^\s*\*+ ?/gm, '').replace(/`[^`]*`/g, 'code');
    const sentences = text.split(/[.!?:;]["')]?(?=\s|$)|\n\s*\n|\n\s*[-*] /);
    const long = sentences.find(
      (sentence) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length > maxWords,
    );
    return long ? [`${at(source, block)} ${long.trim().slice(0, 60)}`] : [];
  });
}
