import { existsSync, globSync, readFileSync } from 'node:fs';
import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { screens } from '../../src/screens.ts';
import { freshDatabase } from '../reliability/fresh-database.ts';

/** What a paper for a bad day names must be there on that day. */
const papers = globSync('docs/runbooks/*.md').map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const quoted = papers.flatMap(({ file, text }) =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, words = '']) => ({ file, words: words.replaceAll(/\s+/g, ' ') })),
);
const { owner } = await freshDatabase('demo');

test('each of the seven bad days has its paper, and the list names it', () => {
  const list = papers.find(({ file }) => file.endsWith('README.md'))?.text ?? '';
  const others = papers.map(({ file }) => file.split('/').at(-1) ?? '').filter((name) => name !== 'README.md');
  expect(others).toHaveLength(7);
  expect(others.filter((name) => !list.includes(`(${name})`))).toEqual([]);
  const links = papers.flatMap(({ text }) =>
    [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => `docs/runbooks/${to}`),
  );
  expect(links.filter((to) => !existsSync(to))).toEqual([]);
});

const statements = quoted.filter(({ words }) => /^(select|alter role) /.test(words));
test.each(statements)('a statement of $file is understood by the database: $words', async ({ words }) => {
  const whole = words.replaceAll("'...'", "'00000000-0000-0000-0000-000000000000'").replaceAll('...', '');
  // Explained and not run: what it names must be there.
  if (whole.startsWith('select')) await owner.query(`explain ${whole}`);
  expect(whole).not.toBe('');
});

const pages = quoted.filter(({ words }) => /^\/(admin|profile|orders)/.test(words));
test.each(pages)('a page that $file sends to is one of ours: $words', ({ words }) => {
  const [path = ''] = words.split(' ');
  const known = screens.some((pattern) => matchRoutes([{ path: pattern }], path));
  expect([path, known]).toEqual([path, true]);
});

test('every command, setting, job and file that the papers name is there', () => {
  const scripts = JSON.parse(readFileSync('package.json', 'utf8')).scripts as Record<string, string>;
  const settings = readFileSync('.env.example', 'utf8');
  const jobs = readFileSync('docs/jobs.md', 'utf8');
  const missing = quoted.filter(({ words }) => {
    const [, script] = /^npm run (\S+)/.exec(words) ?? [];
    if (script) return !(script in scripts);
    const [setting] = /^[A-Z][A-Z0-9]+(_[A-Z0-9]+)+$/.exec(words) ?? [];
    if (setting && !/^SEQ/.test(setting)) return !settings.includes(`${setting}=`);
    const [job] = /^(screening|trading|compliance|audit|documents|identity)\.[a-z_]+$/.exec(words) ?? [];
    if (job) return !jobs.includes(`\`${job}\``) && !readFileSync('db/schema.sql', 'utf8').includes(job) && !isAct(job);
    const [file] = /^(tools|src|docs|ops)\/\S+$/.exec(words) ?? [];
    return file !== undefined && !existsSync(file);
  });
  expect(missing).toEqual([]);
});

/** What the audit log calls an act. */
const isAct = (name: string) =>
  globSync('src/features/*/*.ts').some((file) => readFileSync(file, 'utf8').includes(`'${name}'`));
