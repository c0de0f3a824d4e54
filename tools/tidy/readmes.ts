import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const written = ['*.md', 'docs/*.md', 'src/**/README.md', 'ops/**/*.md', 'clients/*/README.md'];
const named = /`([\w./@-]+\.(?:tsx?|mjs|css|sh|yaml|conf|html))(?:#\w+)?`/g;

/** File names that documents may mention although they do not exist: examples and files of operators. */
const patterns: ReadonlySet<string> = new Set(['x-gateway.ts', 'x-event.ts', 'pg_hba.conf']);

/** Missing files named in READMEs and guides, as `document: name`. */
export function staleNames(): string[] {
  const files = globSync('{*,{src,test,tools,fakes,lab,ops,db,clients,docs,public}/**/*}').map((path) => `/${path}`);
  const hasFile = (name: string): boolean => files.some((path) => path.endsWith(join('/', name)));
  return globSync(written).flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(named)]
      .map(([, name = '']) => name)
      .filter((name) => !patterns.has(name) && !hasFile(name))
      .map((name) => `${document}: ${name}`),
  );
}
