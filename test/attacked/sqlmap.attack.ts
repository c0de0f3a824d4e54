import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { openScene } from '../security/actors.ts';
import { commands } from '../security/commands.ts';
import { serverUnderTest } from '../worker.ts';
import { markLeaves } from './parameters.ts';
import { plainRequests } from './plain-requests.ts';
import { said, scratch } from './program.ts';
import { requestsOn } from './requests.ts';
import { keepSummary } from './summary.ts';

/**
 * sqlmap on every parameter of every command, and on those of the plain routes. Two limits of the product would answer
 * it before anything is read: counts of tries stand in the database and are emptied all the time, and paces of a minute
 * are counted by a clock that runs a thousand times as fast here.
 */
const server = await serverUnderTest();
const scene = await openScene(server);
const clock = performance.now.bind(performance);
vi.spyOn(performance, 'now').mockImplementation(() => clock() * 1_000);
await server.app.listen({ port: Number(process.env['ATTACKED_PORT'] ?? 0), host: '127.0.0.1' });
const { port } = server.app.server.address() as AddressInfo;
const emptied = setInterval(() => void server.owner.query('truncate rate_limits').catch(() => undefined), 200);
afterAll(() => clearInterval(emptied));

/** `ATTACKED_FOLDER` keeps what sqlmap said, and a run that broke off goes on there. */
const folder = process.env['ATTACKED_FOLDER'] ?? scratch('sqlmap');
const [level, risk] = [process.env['SQLMAP_LEVEL'] ?? '3', process.env['SQLMAP_RISK'] ?? '2'];
const only = process.env['ATTACKED_ONLY'] ?? '';
const atOnce = Number(process.env['ATTACKED_AT_ONCE'] ?? 2);
const isWanted = (name: string) => name.includes(only);

type Request = { readonly name: string; readonly text: string; readonly parameters: readonly string[] };
type Found = {
  readonly name: string;
  readonly level: string;
  readonly tested: number;
  readonly requests: number;
  readonly faults: readonly string[];
};

const ignored = '400,401,403,404,405,406,409,410,413,415,416,422,429,503';
const options = [
  '--batch',
  '--ignore-stdin',
  '--disable-coloring',
  '--flush-session',
  '--drop-set-cookie',
  '--ignore-redirects',
];

const fileOf = (name: string) => join(folder, `${name.replaceAll(/\W+/g, '-')}.txt`);
/** What a run before came to the end of; else nothing. */
function wordsBefore(name: string): string | null {
  const file = `${fileOf(name)}.said`;
  const words = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return /all tested parameters do not appear|is vulnerable/.test(words) ? words : null;
}

/** What sqlmap said of a request, and at which level. */
async function wordsOf({ name, text }: Request): Promise<string> {
  const before = wordsBefore(name);
  if (before !== null) return before;
  const file = fileOf(name);
  writeFileSync(file, text);
  const tuned = ['--dbms=PostgreSQL', `--level=${level}`, `--risk=${risk}`, '--timeout=60', `--ignore-code=${ignored}`];
  const own = ['--keep-alive', `--output-dir=${file}.out`];
  const words = `level ${level}\n${await said('sqlmap', ['-r', file, ...options, ...tuned, ...own], folder)}`;
  writeFileSync(`${file}.said`, words);
  return words;
}

/** Lets sqlmap at one request and reads what it says of it. */
async function attack(request: Request): Promise<Found> {
  const { name, parameters } = request;
  const words = await wordsOf(request);
  const tested = new Set([...words.matchAll(/testing for SQL injection on (.+)/g)].map(([, what]) => what)).size;
  const requests = [...words.matchAll(/\) - (\d+) times/g)].reduce((sum, [, many]) => sum + Number(many), 0);
  const faults = [
    ...[...words.matchAll(/^.*(?:is vulnerable|injection point\(s\)).*$/gm)].map(([line]) => line),
    ...[...words.matchAll(/50[0124-9] \([^)]*\) - \d+ times/g)].map(([line]) => line),
    ...(tested < parameters.length ? [`${tested} of ${parameters.length} were tried: ${words.slice(-300)}`] : []),
  ];
  const at = /^level (\d)/.exec(words)?.[1] ?? level;
  return { name, level: at, tested, requests, faults: faults.map((fault) => `${name}: ${fault}`) };
}

const heads = (cookie: string) =>
  [`Host: 127.0.0.1:${port}`, `Cookie: ${cookie}`, 'Content-Type: application/json', 'Accept: application/json'].join(
    '\r\n',
  );

const isDone = (name: string) => wordsBefore(name) !== null;

/** Every request, each made just before it is tried; of those that are done the name alone. */
async function* everyRequest(): AsyncGenerator<Request> {
  for (const { path } of commands.filter((one) => isWanted(one.path) && isDone(one.path)))
    yield { name: path, text: '', parameters: [] };
  for await (const { path, cookie, input } of requestsOn(server, scene, (path) => isWanted(path) && !isDone(path))) {
    const { body, parameters } = markLeaves({ json: input });
    const text = `POST /api/rpc/${path} HTTP/1.1\r\n${heads(cookie)}\r\n\r\n${body}`;
    if (parameters.length > 0) yield { name: path, text, parameters };
  }
  for (const { name, line, head, parameters } of await plainRequests(server, scene))
    if (isWanted(name))
      yield { name, text: `${line} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${head}\r\n\r\n`, parameters };
}

/** How many commands take anything at all. */
const taking = commands.filter(({ input, path }) => input !== undefined && isWanted(path)).length;
const end = Date.now() + Number(process.env['ATTACKED_MINUTES'] ?? 600) * 60_000;

test('sqlmap: there is no way into the database by any parameter of any command or route', async () => {
  const requests = everyRequest();
  const found: Found[] = [];
  const work = async () => {
    while (Date.now() < end) {
      const next = await requests.next();
      if (next.done) return;
      found.push(await attack(next.value));
      writeFileSync(join(folder, 'progress'), `${found.length}\n${found.flatMap((one) => one.faults).join('\n')}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const faults = found.flatMap((one) => one.faults);
  const sum = (of: (one: Found) => number) => found.reduce((total, one) => total + of(one), 0);
  const levels = [...new Set(found.map((one) => one.level))]
    .map((at) => `${found.filter((one) => one.level === at).length} requests at level ${at}`)
    .join(', ');
  const version = /\d[\d.]+/.exec(await said('sqlmap', ['--version'], folder))?.[0];
  if (only === '')
    keepSummary('sqlmap', [
      `sqlmap ${version}, risk ${risk}, PostgreSQL named, all techniques; ${levels}.`,
      '',
      `- ${found.length} requests (${taking} commands take something, beside plain routes and heads), ` +
        `${sum((one) => one.tested)} parameters tried, ${sum((one) => one.requests)} answers that were no success.`,
      `- Parameters that can be injected: ${faults.length === 0 ? 0 : faults.join('; ')}.`,
      `- Faults of the product meanwhile: ${server.faults.length}.`,
    ]);
  expect(faults).toEqual([]);
  expect(server.faults).toEqual([]);
});
