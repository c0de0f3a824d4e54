import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The newest migration of the last release. Whatever comes behind it is met by processes of that release while the next
 * one rolls in (docs/operations.md, 'Upgrading'), and must leave them what they use.
 */
const released = '0395';

/** What takes from a process something that it uses, or asks of it what it does not know. */
const narrowing: readonly (readonly [what: string, seen: RegExp])[] = [
  ['drops a table, view, type or schema', /\bdrop\s+(?:table|(?:materialized\s+)?view|type|domain|schema)\b/],
  [
    'drops a column',
    /\balter\s+table\b[^;]*\bdrop\s+(?:column\b|(?!constraint\b|not\s|default\b|expression\b|identity\b)\w)/,
  ],
  ['renames', /\brename\s+(?:to|column|constraint|value|attribute|\w+\s+to)\b/],
  ['demands a value of those who give none', /\bset\s+not\s+null\b/],
  [
    'demands a new column of those who do not know it',
    /\badd\s+(?:column\s+)?(?!constraint\b)\w+\s[^;]*?\bnot\s+null\b/,
  ],
  ['changes the type of a column', /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/],
  ['alters a type', /\balter\s+type\b(?!\s+\S+\s+add\s+value\b)/],
];

/** The comment on top, which may say what nobody uses any more, and since which release. */
const unused = /^(?:--.*\n)*-- Unused since release \d+(?:\.\d+)+: \S/;

/** Without comments, texts and the bodies of functions: what the migration itself does, in small letters. */
const bare = (text: string): string =>
  text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase();

/** Clauses of a statement that change one thing each; commas within brackets are none between clauses. */
function clauses(statement: string): string[] {
  const head = /^\s*alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?\S+/.exec(statement)?.[0];
  if (head === undefined) return [statement];
  let depth = 0;
  const parts = [''];
  for (const sign of statement.slice(head.length)) {
    depth += Number(sign === '(') - Number(sign === ')');
    if (sign === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${sign}`);
  }
  return parts.map((part) => `${head} ${part}`);
}

const hasDefault = /\bdefault\b|\bgenerated\b/;

/** Why processes of the last release would fail of this migration; nothing where its head says they do not use it. */
export function narrowsIn(name: string, text: string): string[] {
  if (name.slice(0, 4) <= released || unused.test(text)) return [];
  const done = bare(text).split(';').flatMap(clauses);
  return narrowing
    .filter(([what, seen]) =>
      done.some((clause) => seen.test(clause) && !(what.startsWith('demands a new') && hasDefault.test(clause))),
    )
    .map(([what]) => `${name} ${what}`);
}

/** The same of every migration. */
export const narrowMigrations = (folder = 'db/migrations'): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .flatMap((name) => narrowsIn(name, readFileSync(join(folder, name), 'utf8')));
