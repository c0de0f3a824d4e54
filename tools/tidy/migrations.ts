import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Newest migration of the last release, or the baseline folder. During an upgrade, processes of that release use the
 * migrated database, so later migrations must stay compatible (docs/operations/deploy.md, 'Upgrading').
 */
const released = '0002_baseline';

/** Statements that break the last release: they remove or rename something, or make a column required. */
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

/** Head comment with a line that says since which release a name is unused. */
const unused = /^(?:--.*\n)*-- Unused since release \d+(?:\.\d+)+: \S/;

/** Lower-case text of a migration without comments, string literals and function bodies. */
const bare = (text: string): string =>
  text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase();

/** Splits a statement at commas, except those in brackets. */
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

/** Reasons why processes of the last release would fail. Empty when the head comment declares the name unused. */
export function narrowsIn(name: string, text: string): string[] {
  if ((name.split('/')[0] ?? '') <= released || unused.test(text)) return [];
  const done = bare(text).split(';').flatMap(clauses);
  return narrowing
    .filter(([what, seen]) =>
      done.some((clause) => seen.test(clause) && !(what.startsWith('demands a new') && hasDefault.test(clause))),
    )
    .map(([what]) => `${name} ${what}`);
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'));

export const narrowMigrations = (folder = 'db/migrations'): string[] =>
  filesIn(folder).flatMap((name) => narrowsIn(name, readFileSync(join(folder, name), 'utf8')));

const named = /^(?:0002_baseline\/\d{3}|20\d{10})_[a-z0-9_]+\.sql$/;

/** Migrations without a timestamp name: `202611021200_add_x.sql`. */
export const misnamedMigrations = (folder = 'db/migrations'): string[] =>
  filesIn(folder).filter((name) => !named.test(name));
