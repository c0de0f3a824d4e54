import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { createScene } from '../../test/security/actors.ts';
import { commands } from '../../test/security/commands.ts';
import { serverUnderTest } from '../../test/worker.ts';
import { markLeaves } from './mark-parameters.ts';
import { plainRequests } from './plain-requests.ts';
import { generateRequests } from './requests.ts';
import { createScratchFolder, runScanner } from './run-scanner.ts';
import { storeSummary } from './summary.ts';

/** Runs sqlmap on every parameter. Resets attempt counts and speeds the clock of rate limits, which would block it. */
const server = await serverUnderTest();
const scene = await createScene(server);
const clock = performance.now.bind(performance);
vi.spyOn(performance, 'now').mockImplementation(() => clock() * 1_000);
await server.app.listen({ port: Number(process.env['ATTACKED_PORT'] ?? 0), host: '127.0.0.1' });
const { port } = server.app.server.address() as AddressInfo;
const emptied = setInterval(() => void server.owner.query('truncate rate_limits').catch(() => undefined), 200);
afterAll(() => clearInterval(emptied));

/** `ATTACKED_FOLDER` keeps the output of sqlmap, and continues an interrupted run. */
const folder = process.env['ATTACKED_FOLDER'] ?? createScratchFolder('sqlmap');
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

const getFile = (name: string) => join(folder, `${name.replaceAll(/\W+/g, '-')}.txt`);
/** Output of a completed earlier run; null without one. */
function readEarlierOutput(name: string): string | null {
  const file = `${getFile(name)}.said`;
  const output = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return /all tested parameters do not appear|is vulnerable/.test(output) ? output : null;
}

async function runSqlmap({ name, text }: Request): Promise<string> {
  const before = readEarlierOutput(name);
  if (before !== null) return before;
  const file = getFile(name);
  writeFileSync(file, text);
  const tuned = ['--dbms=PostgreSQL', `--level=${level}`, `--risk=${risk}`, '--timeout=60', `--ignore-code=${ignored}`];
  const outputOptions = ['--keep-alive', `--output-dir=${file}.out`];
  const output = `level ${level}\n${await runScanner('sqlmap', ['-r', file, ...options, ...tuned, ...outputOptions], folder)}`;
  writeFileSync(`${file}.said`, output);
  return output;
}

async function attack(request: Request): Promise<Found> {
  const { name, parameters } = request;
  const output = await runSqlmap(request);
  const tested = new Set([...output.matchAll(/testing for SQL injection on (.+)/g)].map(([, parameter]) => parameter))
    .size;
  const requests = [...output.matchAll(/\) - (\d+) times/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  const faults = [
    ...[...output.matchAll(/^.*(?:is vulnerable|injection point\(s\)).*$/gm)].map(([line]) => line),
    ...[...output.matchAll(/50[0124-9] \([^)]*\) - \d+ times/g)].map(([line]) => line),
    ...(tested < parameters.length ? [`${tested} of ${parameters.length} were tried: ${output.slice(-300)}`] : []),
  ];
  const at = /^level (\d)/.exec(output)?.[1] ?? level;
  return { name, level: at, tested, requests, faults: faults.map((fault) => `${name}: ${fault}`) };
}

const buildHeaders = (cookie: string) =>
  [`Host: 127.0.0.1:${port}`, `Cookie: ${cookie}`, 'Content-Type: application/json', 'Accept: application/json'].join(
    '\r\n',
  );

const isDone = (name: string) => readEarlierOutput(name) !== null;

/** Creates each request just before its test. Requests tested in an earlier run have only a name. */
async function* generateAllRequests(): AsyncGenerator<Request> {
  for (const { path } of commands.filter((finding) => isWanted(finding.path) && isDone(finding.path)))
    yield { name: path, text: '', parameters: [] };
  for await (const { path, cookie, input } of generateRequests(
    server,
    scene,
    (path) => isWanted(path) && !isDone(path),
  )) {
    const { body, parameters } = markLeaves({ json: input });
    const text = `POST /api/rpc/${path} HTTP/1.1\r\n${buildHeaders(cookie)}\r\n\r\n${body}`;
    if (parameters.length > 0) yield { name: path, text, parameters };
  }
  for (const { name, line, head, parameters } of await plainRequests(server, scene))
    if (isWanted(name))
      yield { name, text: `${line} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${head}\r\n\r\n`, parameters };
}

const commandsWithInput = commands.filter(({ input, path }) => input !== undefined && isWanted(path)).length;
const end = Date.now() + Number(process.env['ATTACKED_MINUTES'] ?? 600) * 60_000;

test('sqlmap: no parameter of any command or route can be injected', async () => {
  const requests = generateAllRequests();
  const findings: Found[] = [];
  const work = async () => {
    while (Date.now() < end) {
      const next = await requests.next();
      if (next.done) return;
      findings.push(await attack(next.value));
      writeFileSync(
        join(folder, 'progress'),
        `${findings.length}\n${findings.flatMap((finding) => finding.faults).join('\n')}`,
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const faults = findings.flatMap((finding) => finding.faults);
  const sum = (getValue: (finding: Found) => number) =>
    findings.reduce((total, finding) => total + getValue(finding), 0);
  const levels = [...new Set(findings.map((finding) => finding.level))]
    .map((at) => `${findings.filter((finding) => finding.level === at).length} requests at level ${at}`)
    .join(', ');
  const version = /\d[\d.]+/.exec(await runScanner('sqlmap', ['--version'], folder))?.[0];
  if (only === '')
    storeSummary('sqlmap', [
      `sqlmap ${version}, risk ${risk}, PostgreSQL named, all techniques; ${levels}.`,
      '',
      `- ${findings.length} requests (${commandsWithInput} commands have input; plus plain routes and headers), ` +
        `${sum((finding) => finding.tested)} parameters tried, ${sum((finding) => finding.requests)} unsuccessful answers.`,
      `- Parameters that can be injected: ${faults.length === 0 ? 0 : faults.join('; ')}.`,
      `- Errors logged by the product: ${server.faults.length}.`,
    ]);
  expect(faults).toEqual([]);
  expect(server.faults).toEqual([]);
});
