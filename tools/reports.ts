import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export type Counts = { readonly files: number; readonly passed: number; readonly failed: number };

export type Took = { readonly name: string; readonly seconds: number };

type TestFile = {
  name: string;
  startTime: number;
  endTime: number;
  status: string;
  assertionResults: { status: string; title: string; failureMessages: string[] }[];
};
type Vitest = { testResults: TestFile[]; numPassedTests: number; numFailedTests: number };
type Tried = {
  duration: number;
  status: string;
  errors: { message?: string }[];
  attachments: { name: string; body?: string }[];
};
type Journey = { title: string; file: string; ok: boolean; tests: { status: string; results: Tried[] }[] };
type Suite = { specs: Journey[]; suites?: Suite[] };
type Playwright = { suites: Suite[]; stats: { expected: number; unexpected: number; flaky: number } };

/** Converts a report, or returns the fallback when the run wrote no readable report. */
function read<Report, Result>(file: string, convert: (report: Report) => Result, fallback: Result): Result {
  try {
    return convert(JSON.parse(readFileSync(file, 'utf8')) as Report);
  } catch {
    return fallback;
  }
}

/** Counts of a report. A run without a report counts as one failure. */
const counted = <Report>(file: string, counts: (report: Report) => Counts): Counts =>
  read(file, counts, { files: 0, passed: 0, failed: 1 });

export const unitTimes = (file: string): Took[] =>
  read<Vitest, Took[]>(
    file,
    ({ testResults }) =>
      testResults.map((one) => ({
        name: relative('.', one.name),
        seconds: (one.endTime - one.startTime) / 1000,
      })),
    [],
  );

const journeysIn = ({ specs, suites = [] }: Suite): Journey[] => [...specs, ...suites.flatMap(journeysIn)];

export const journeyTimes = (file: string): Took[] =>
  read<Playwright, Took[]>(
    file,
    ({ suites }) =>
      suites.flatMap(journeysIn).map((one) => ({
        name: `${one.file}: ${one.title}`,
        seconds: one.tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
      })),
    [],
  );

export const slowest = (all: readonly Took[], many: number): string[] =>
  all
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, many)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`);

const firstLines = (text: string, lines: number): string =>
  stripVTControlCharacters(text).split('\n').slice(0, lines).join('\n').slice(0, 2_400);

/** Failed tests of a vitest report, each with the first lines of its message. */
export const unitFaults = (file: string): string[] =>
  read<Vitest, string[]>(
    file,
    ({ testResults }) =>
      testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(
            ({ title, failureMessages }) =>
              `${relative('.', name)}: ${title}\n${firstLines(failureMessages.join('\n'), 6)}`,
          ),
      ),
    [],
  );

/** Text of the open pages when a journey failed (attached by test/journeys/journey.ts). */
function textOfWindows({ attachments }: Tried): string {
  const body = attachments.find(({ name }) => name === 'windows')?.body;
  return body ? firstLines(Buffer.from(body, 'base64').toString('utf8'), 20) : '';
}

const isFlaky = ({ tests }: Journey): boolean => tests.some(({ status }) => status === 'flaky');

/** Failed or flaky journeys with messages and page texts. A flaky journey failed first and passed on a retry. */
export const journeyFaults = (file: string, kind: 'failed' | 'flaky'): string[] =>
  read<Playwright, string[]>(
    file,
    ({ suites }) =>
      suites
        .flatMap(journeysIn)
        .filter((journey) => (kind === 'flaky' ? isFlaky(journey) : !journey.ok))
        .map(({ file: where, title, tests }) => {
          const tries = tests.flatMap(({ results }) => results);
          const messages = tries.flatMap(({ errors }) => errors.map(({ message = '' }) => firstLines(message, 12)));
          return [`${where}: ${title}`, ...messages, ...tries.map(textOfWindows)].join('\n');
        }),
    [],
  );

/** True when a file failed without a failed test, for example because it could not be loaded. */
const failedToRun = ({ status, assertionResults }: TestFile) =>
  status === 'failed' && assertionResults.every((one) => one.status !== 'failed');

export const unitCounts = (file: string): Counts =>
  counted<Vitest>(file, ({ testResults, numPassedTests, numFailedTests }) => ({
    files: testResults.length,
    passed: numPassedTests,
    failed: numFailedTests + testResults.filter(failedToRun).length,
  }));

/** Counts of a Playwright report. A flaky journey, possible only with `JOURNEY_RETRIES`, counts as passed. */
export const journeyCounts = (file: string): Counts =>
  counted<Playwright>(file, ({ suites, stats: { expected, unexpected, flaky } }) => ({
    files: suites.length,
    passed: expected + flaky,
    failed: unexpected,
  }));

export const sumOf = (all: readonly Counts[]): Counts =>
  all.reduce((sum, one) => ({
    files: sum.files + one.files,
    passed: sum.passed + one.passed,
    failed: sum.failed + one.failed,
  }));
