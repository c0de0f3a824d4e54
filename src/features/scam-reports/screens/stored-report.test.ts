import { afterEach, expect, test, vi } from 'vitest';
import { emptyReport } from './form-values.ts';

afterEach(() => vi.unstubAllGlobals());

const storageOf = (kept: Map<string, string>) => ({
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
});

test('a stored report is restored for its reporter, or for anyone when typed signed out', async () => {
  vi.stubGlobal('document', { documentElement: { dataset: { session: 'out', staff: 'no' } } });
  vi.stubGlobal('sessionStorage', storageOf(new Map()));
  vi.stubGlobal('localStorage', storageOf(new Map()));
  const { setViewer } = await import('../../../ui/viewer-state.ts');
  const { storeReport: keepReport, takeStoredReport: takeKeptReport } = await import('./stored-report.ts');
  const enters = (userId: string) => setViewer({ session: 'in', staff: 'no' }, userId);
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
