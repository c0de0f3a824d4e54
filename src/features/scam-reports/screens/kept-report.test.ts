import { afterEach, expect, test, vi } from 'vitest';
import { emptyReport } from './form-values.ts';

afterEach(() => vi.unstubAllGlobals());

const storageOf = (kept: Map<string, string>) => ({
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
});

test('a report is kept for whoever signs in where a stranger typed it, and else for its reporter alone', async () => {
  vi.stubGlobal('document', { documentElement: { dataset: { session: 'out', staff: 'no' } } });
  vi.stubGlobal('sessionStorage', storageOf(new Map()));
  vi.stubGlobal('localStorage', storageOf(new Map()));
  const { setViewer } = await import('../../../ui/viewer-marks.ts');
  const { keepReport, takeKeptReport } = await import('./kept-report.ts');
  const enters = (whose: string) => setViewer({ session: 'in', staff: 'no' }, whose);
  const ends = () => setViewer({ session: 'out', staff: 'no' });
  const report = { ...emptyReport, description: 'They promised to double it.' };
  keepReport(report);
  enters('kerry');
  expect(takeKeptReport()).toEqual(report);
  ends();
  keepReport(report);
  enters('tamara');
  expect(takeKeptReport()).toEqual(emptyReport);
});
