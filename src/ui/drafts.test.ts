import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

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
  const { announceSignOut: noteLeft, setViewer } = await import('./viewer-state.ts');
  const { saveTabDraft, readTabDraft } = await import('./drafts.ts');
  const signIn = (userId?: string) => setViewer({ session: 'in', staff: 'no' }, userId);
  const ends = () => setViewer({ session: 'out', staff: 'no' });
  return { tab, signIn, ends, noteLeft, saveTabDraft, readTabDraft };
}

const typed = { accountNumber: '100200300' };

test('a draft is restored for its own user only', async () => {
  const { signIn, ends, saveTabDraft, readTabDraft } = await tabOf();
  signIn('kerry');
  ends();
  saveTabDraft('kept-sell', typed);
  signIn('tamara');
  expect(readTabDraft('kept-sell')).toEqual({});
  ends();
  signIn();
  expect(readTabDraft('kept-sell')).toEqual({});
  ends();
  signIn('kerry');
  expect(readTabDraft('kept-sell')).toEqual(typed);
});

test('signing out deletes drafts and stops saving', async () => {
  const { tab, signIn, noteLeft, saveTabDraft } = await tabOf();
  signIn('kerry');
  saveTabDraft('kept-sell', typed);
  expect([...tab.keys()]).toEqual(['kept-sell']);
  noteLeft();
  saveTabDraft('kept-sell', typed);
  expect([...tab.keys()]).toEqual([]);
});
