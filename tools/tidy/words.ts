import { at, type Node, type Source } from './source.ts';

/** Rules about SQL, role names, ids and texts in the wrong files. Each returns its violations. */

const statement =
  /^\s*(select\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s*\(|truncate\s)/i;

const textOf = (node: Node): string | null => {
  if (node.type === 'TemplateElement') return (node['value'] as { raw: string }).raw;
  return node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : null;
};

/** SQL outside stores, platform, tools and tests. */
export function straySql(source: Source): string[] {
  const { path, isTest } = source;
  if (isTest || !/^src\//.test(path) || path.startsWith('src/platform/') || /(^|[/-])store\.ts$/.test(path)) return [];
  return source.nodes.filter((node) => statement.test(textOf(node) ?? '')).map((node) => at(source, node));
}

/** Statements that change session state beyond their transaction. */
const outliving: readonly RegExp[] = [
  /^.\s*set\s+(?!local\b)[a-z_.]+\s*(=|to\s+['"$\d])/,
  /^.\s*set\s+(session|role)\b/,
  /\bset_config\((?:[^()]|\([^()]*\))*,\s*false\s*\)/i,
  /\bpg_(try_)?advisory_lock(_shared)?\b/i,
  /^.\s*(listen|prepare|declare)\s+[a-z]/,
  /\bcreate\s+temp/i,
];

/** The event stream uses its own connection, which no pooler shares. */
const exemptFile = 'src/platform/live/live.ts';

/** Statements that leave session state, which the next client of a pooled connection would inherit. */
export function outlivingSettings(source: Source): string[] {
  const { path, isTest, nodes, text } = source;
  if (isTest || !path.startsWith('src/') || path === exemptFile) return [];
  const texts = nodes.filter(({ type }) => type === 'TemplateLiteral' || type === 'Literal');
  return texts
    .filter(({ start, end }) => outliving.some((seen) => seen.test(text.slice(start, end))))
    .map((node) => at(source, node));
}

/** Refusal codes that no source uses. A prefix such as `trading.address_` counts as a use. */
export function unusedCodes(codes: readonly string[], sources: readonly Source[]): string[] {
  const productSources = sources.filter(
    ({ path, isTest }) => !isTest && path.startsWith('src/') && !/messages\.ts$/.test(path),
  );
  const words = new Set(productSources.flatMap(({ nodes }) => nodes.map(textOf).filter((word) => word !== null)));
  const beginnings = [...words].filter((word) => /^[a-z]+\.[a-z_]+_$/.test(word));
  return codes.filter((code) => !words.has(code) && !beginnings.some((beginning) => code.startsWith(beginning)));
}

const deskRoles: ReadonlySet<string | null> = new Set(['admin', 'compliance', 'finance', 'support']);

/** Role names in lists or comparisons outside the permission tables. */
export function strayRoles(source: Source): string[] {
  const { path, isTest, nodes } = source;
  if (isTest || !path.startsWith('src/') || /^src\/features\/.*\/permissions\.ts$/.test(path)) return [];
  const lists = nodes.filter(({ type, key, value }) => {
    const list = value as Node | undefined;
    return type === 'Property' && (key as { name?: string }).name === 'roles' && list?.type === 'ArrayExpression';
  });
  const compared = nodes.filter(({ type, callee }) => {
    const asks = (callee as { property?: { name?: string } } | undefined)?.property?.name;
    return type === 'BinaryExpression' || (type === 'CallExpression' && asks === 'includes');
  });
  const named = [
    ...lists.flatMap(({ value }) => (value as { elements: Node[] }).elements),
    ...compared.flatMap(({ left, right, arguments: given }) => (given ?? [left, right]) as Node[]),
  ];
  return named.filter((node) => deskRoles.has(textOf(node))).map((node) => at(source, node));
}

const sentence = /\p{L}+\s+\p{L}+/u;
const propertyText = (node: Node): string | null => {
  const value = node['value'] as Node | undefined;
  return value ? textOf(value) : null;
};

/** Sentences in `text`, `title` or `message` properties of commands and routes. They belong in `messages.ts`. */
export function straySentences(source: Source): string[] {
  const { path, isTest } = source;
  const mayTalk =
    /\/(screens|kernel)\/|^src\/ui\/|messages\.ts$|\/(schema|letters|reasons|facts)\.ts$|^src\/root\.tsx$/;
  if (isTest || !path.startsWith('src/') || mayTalk.test(path)) return [];
  const calls = source.nodes.filter(({ type }) => type === 'CallExpression');
  const answers = calls.filter((node) => {
    const callee = node['callee'] as { name?: string; property?: { name?: string } };
    return callee.name === 'refuse' || callee.name === 'refuseWith' || callee.property?.name === 'send';
  });
  const objects = answers
    .flatMap((node) => node['arguments'] as Node[])
    .filter(({ type }) => type === 'ObjectExpression');
  return objects
    .flatMap((node) => node['properties'] as Node[])
    .filter((property) => sentence.test(propertyText(property) ?? ''))
    .map((property) => at(source, property));
}

/** Input ids that `UuidSchema` does not parse. Without it, an id in upper case would count as another id. */
export const strayIds = ({ path, text, isTest }: Source): string[] =>
  path.startsWith('src/') && !isTest && path !== 'src/kernel/uuid.ts' && /\bz\s*\.uuid\(/.test(text) ? [path] : [];
