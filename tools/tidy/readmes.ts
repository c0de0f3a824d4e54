import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const written = ['*.md', 'docs/*.md', 'src/**/README.md', 'ops/**/*.md', 'clients/*/README.md'];
const named = /`([\w./@-]+\.(?:tsx?|mjs|css|sh|yaml|conf|html))(?:#\w+)?`/g;

/** Files that operators or engineers create themselves. */
const patterns: ReadonlySet<string> = new Set(['x-gateway.ts', 'x-event.ts', 'pg_hba.conf']);

/** Names of missing files in documents for newcomers: `where: name`. */
export function staleNames(): string[] {
  const files = globSync('{*,{src,test,tools,fakes,ops,db,clients,docs,public}/**/*}').map((path) => `/${path}`);
  const isThere = (name: string): boolean => files.some((path) => path.endsWith(join('/', name)));
  return globSync(written).flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(named)]
      .map(([, name = '']) => name)
      .filter((name) => !patterns.has(name) && !isThere(name))
      .map((name) => `${document}: ${name}`),
  );
}
