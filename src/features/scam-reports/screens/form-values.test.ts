import { afterEach, expect, test, vi } from 'vitest';

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
  const { emptyReport, storeReport, takeStoredReport } = await import('./form-values.ts');
  const enters = (userId: string) => setViewer({ session: 'in', staff: 'no' }, userId);
  const ends = () => setViewer({ session: 'out', staff: 'no' });
  const report = { ...emptyReport, description: 'They promised to double it.' };
  storeReport(report);
  enters('kerry');
  expect(takeStoredReport()).toEqual(report);
  ends();
  storeReport(report);
  enters('tamara');
  expect(takeStoredReport()).toEqual(emptyReport);
});
