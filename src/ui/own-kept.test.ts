import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

/** A tab of one browser: what is kept in it, and who is told to be there. */
async function tabOf() {
  vi.resetModules();
  const [tab, browser] = [new Map<string, string>(), new Map<string, string>()];
  const storageOf = (kept: Map<string, string>) =>
    new Proxy(
      {
        getItem: (name: string) => kept.get(name) ?? null,
        setItem: (name: string, value: string) => void kept.set(name, value),
        removeItem: (name: string) => void kept.delete(name),
      },
      {
        ownKeys: () => [...kept.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    );
  vi.stubGlobal('document', { documentElement: { dataset: { session: 'out', staff: 'no' } } });
  vi.stubGlobal('sessionStorage', storageOf(tab));
  vi.stubGlobal('localStorage', storageOf(browser));
  const { noteLeft, setViewer } = await import('./viewer-marks.ts');
  const { keepOwn, readOwn } = await import('./own-kept.ts');
  const enters = (whose?: string) => setViewer({ session: 'in', staff: 'no' }, whose);
  const ends = () => setViewer({ session: 'out', staff: 'no' });
  return { tab, enters, ends, noteLeft, keepOwn, readOwn };
}

const typed = { accountNumber: '100200300' };

test('what was kept stands again for its person alone', async () => {
  const { enters, ends, keepOwn, readOwn } = await tabOf();
  enters('kerry');
  ends();
  keepOwn('kept-sell', typed);
  enters('tamara');
  expect(readOwn('kept-sell')).toEqual({});
  ends();
  enters();
  expect(readOwn('kept-sell')).toEqual({});
  ends();
  enters('kerry');
  expect(readOwn('kept-sell')).toEqual(typed);
});

test('signing out drops what is kept, and has nothing kept any more', async () => {
  const { tab, enters, noteLeft, keepOwn } = await tabOf();
  enters('kerry');
  keepOwn('kept-sell', typed);
  expect([...tab.keys()]).toEqual(['kept-sell']);
  noteLeft();
  keepOwn('kept-sell', typed);
  expect([...tab.keys()]).toEqual([]);
});
