import { existsSync, globSync, readFileSync } from 'node:fs';
import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { screens } from '../../src/screens.ts';
import { jobsDocument } from '../../tools/documents/jobs.ts';
import { readSources } from '../../tools/tidy/source.ts';
import { createDatabase } from '../reliability/fresh-database.ts';

const runbooks = globSync('docs/operations/runbooks/*.md').map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const quoted = runbooks.flatMap(({ file, text }) =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => ({ file, code: code.replaceAll(/\s+/g, ' ') })),
);
const { owner } = await createDatabase('demo');

test('each of the seven runbooks is listed', () => {
  const list = runbooks.find(({ file }) => file.endsWith('README.md'))?.text ?? '';
  const names = runbooks.map(({ file }) => file.split('/').at(-1) ?? '').filter((name) => name !== 'README.md');
  expect(names).toHaveLength(7);
  expect(names.filter((name) => !list.includes(`(${name})`))).toEqual([]);
  const links = runbooks.flatMap(({ text }) =>
    [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => `docs/operations/runbooks/${to}`),
  );
  expect(links.filter((to) => !existsSync(to))).toEqual([]);
});

const statements = quoted.filter(({ code }) => /^(select|alter role) /.test(code));
test.each(statements)('a statement of $file is valid: $words', async ({ code }) => {
  const statement = code.replaceAll("'...'", "'00000000-0000-0000-0000-000000000000'").replaceAll('...', '');
  // EXPLAIN checks the names in a statement without executing it.
  if (statement.startsWith('select')) await owner.query(`explain ${statement}`);
  expect(statement).not.toBe('');
});

const pages = quoted.filter(({ code }) => /^\/(admin|profile|orders)/.test(code));
test.each(pages)('a page in $file exists: $words', ({ code }) => {
  const [path = ''] = code.split(' ');
  const isKnown = screens.some((pattern) => matchRoutes([{ path: pattern }], path));
  expect([path, isKnown]).toEqual([path, true]);
});

test('commands, settings, jobs and files in the runbooks exist', () => {
  const scripts = JSON.parse(readFileSync('package.json', 'utf8')).scripts as Record<string, string>;
  const settings = readFileSync('.env.example', 'utf8');
  const jobs = jobsDocument(readSources());
  const missing = quoted.filter(({ code }) => {
    const [, script] = /^npm run (\S+)/.exec(code) ?? [];
    if (script) return !(script in scripts);
    const [setting] = /^[A-Z][A-Z0-9]+(_[A-Z0-9]+)+$/.exec(code) ?? [];
    if (setting && !/^SEQ/.test(setting)) return !settings.includes(`${setting}=`);
    const [job] = /^(screening|trading|compliance|audit|documents|identity)\.[a-z_]+$/.exec(code) ?? [];
    if (job)
      return (
        !jobs.includes(`\`${job}\``) && !readFileSync('db/schema.sql', 'utf8').includes(job) && !isAuditAction(job)
      );
    const [file] = /^(tools|src|docs|ops)\/\S+$/.exec(code) ?? [];
    return file !== undefined && !existsSync(file);
  });
  expect(missing).toEqual([]);
});

const isAuditAction = (name: string) =>
  globSync('src/features/*/*.ts').some((file) => readFileSync(file, 'utf8').includes(`'${name}'`));
