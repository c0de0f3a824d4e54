import { readFileSync } from 'node:fs';

/** What a run of tests came to. */
export type Counts = { readonly files: number; readonly passed: number; readonly failed: number };

type TestFile = { status: string; assertionResults: { status: string }[] };
type Vitest = { testResults: TestFile[]; numPassedTests: number; numFailedTests: number };
type Playwright = { suites: unknown[]; stats: { expected: number; unexpected: number; flaky: number } };

/** Reads a report; a run that left none has failed. */
function counted<T>(file: string, counts: (report: T) => Counts): Counts {
  try {
    return counts(JSON.parse(readFileSync(file, 'utf8')) as T);
  } catch {
    return { files: 0, passed: 0, failed: 1 };
  }
}

/** A file that failed as a whole, without a test of it: it could not be loaded, say. */
const brokeDown = ({ status, assertionResults }: TestFile) =>
  status === 'failed' && assertionResults.every((one) => one.status !== 'failed');

/** From vitest's report in JSON. */
export const unitCounts = (file: string): Counts =>
  counted<Vitest>(file, ({ testResults, numPassedTests, numFailedTests }) => ({
    files: testResults.length,
    passed: numPassedTests,
    failed: numFailedTests + testResults.filter(brokeDown).length,
  }));

/** From Playwright's report in JSON. A flaky journey is a failed one. */
export const journeyCounts = (file: string): Counts =>
  counted<Playwright>(file, ({ suites, stats: { expected, unexpected, flaky } }) => ({
    files: suites.length,
    passed: expected,
    failed: unexpected + flaky,
  }));

export const sumOf = (all: readonly Counts[]): Counts =>
  all.reduce((sum, one) => ({
    files: sum.files + one.files,
    passed: sum.passed + one.passed,
    failed: sum.failed + one.failed,
  }));
