import { afterEach, expect, test, vi } from 'vitest';
import { mergeDraft } from './autosave.ts';

afterEach(() => vi.unstubAllGlobals());

type ViewerMarks = { session: 'in' | 'out'; staff: 'yes' | 'no' };
const signedOut: ViewerMarks = { session: 'out', staff: 'no' };
const signedIn: ViewerMarks = { session: 'in', staff: 'no' };

async function openPage(browser: Map<string, string>, marks: ViewerMarks) {
  vi.resetModules();
  const page = { documentElement: { dataset: { ...marks }, hidden: false } };
  const reload = vi.fn();
  let onShow: (event: { persisted: boolean }) => void = () => undefined;
  vi.stubGlobal('document', page);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => browser.get(name) ?? null,
    setItem: (name: string, value: string) => void browser.set(name, value),
  });
  vi.stubGlobal('addEventListener', (_name: string, act: typeof onShow) => {
    onShow = act;
  });
  const { watchViewer, setViewer, setSigningOut } = await import('./viewer-state.ts');
  watchViewer();
  const within = <T>(act: () => T): T => {
    vi.stubGlobal('document', page);
    vi.stubGlobal('location', { reload });
    return act();
  };
  return {
    setViewer: (next: ViewerMarks) => within(() => setViewer(next)),
    setSigningOut,
    session: () => page.documentElement.dataset.session,
    showAgain: () => {
      within(() => onShow({ persisted: true }));
      expect(page.documentElement.hidden).toBe(reload.mock.calls.length > 0);
      return reload.mock.calls.length > 0 ? 'reloaded' : page.documentElement.dataset.session;
    },
  };
}

test('a page of the previous user reloads for the next user and for a visitor', async () => {
  const browser = new Map<string, string>();
  const first = await openPage(browser, signedIn);
  // They sign out, which loads the home page.
  const home = await openPage(browser, signedOut);
  expect(first.showAgain()).toBe('reloaded');
  // Someone else setViewer in, without and with another page.
  home.setViewer(signedIn);
  expect(first.showAgain()).toBe('reloaded');
  await openPage(browser, signedIn);
  expect(first.showAgain()).toBe('reloaded');
});

test('a page reloads when another user signed in in another tab without a visible sign-out', async () => {
  const browser = new Map<string, string>();
  const authPage = await openPage(browser, signedOut);
  const first = await openPage(browser, signedIn);
  authPage.setViewer(signedIn);
  expect(first.showAgain()).toBe('reloaded');
});

test('a page that receives the same state again starts no new session', async () => {
  const browser = new Map<string, string>();
  const first = await openPage(browser, signedIn);
  (await openPage(browser, signedOut)).setViewer(signedIn);
  first.setViewer(signedIn);
  expect(first.showAgain()).toBe('reloaded');
});

test('an answer of the ended session changes nothing while the user signs out', async () => {
  const own = await openPage(new Map(), signedIn);
  own.setSigningOut(true);
  own.setViewer(signedOut);
  expect(own.session()).toBe('in');
  own.setSigningOut(false);
  own.setViewer(signedOut);
  expect(own.session()).toBe('out');
});

test('going back within one session shows the page unchanged', async () => {
  const browser = new Map<string, string>();
  const authPage = await openPage(browser, signedOut);
  authPage.setViewer(signedIn);
  const first = await openPage(browser, signedIn);
  await openPage(browser, signedIn);
  expect(first.showAgain()).toBe('in');
});

test("a visitor's page takes the current state and starts no session", async () => {
  const browser = new Map<string, string>();
  const home = await openPage(browser, signedOut);
  const own = await openPage(browser, signedIn);
  expect(home.showAgain()).toBe('in');
  expect(own.showAgain()).toBe('in');
});

test("a user's page reloads when the browser stores nothing for us", async () => {
  const own = await openPage(new Map(), signedIn);
  vi.stubGlobal('localStorage', undefined);
  expect(own.showAgain()).toBe('reloaded');
});

async function tabOf() {
  vi.resetModules();
  const [tab, browser] = [new Map<string, string>(), new Map<string, string>()];
  const storageOf = (entries: Map<string, string>) =>
    new Proxy(
      {
        getItem: (name: string) => entries.get(name) ?? null,
        setItem: (name: string, value: string) => void entries.set(name, value),
        removeItem: (name: string) => void entries.delete(name),
      },
      {
        ownKeys: () => [...entries.keys()],
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

const start = {
  id: 'one',
  details: { fullName: 'Known Name', phone: '', agreed: false },
  document: { number: '', file: null },
  selfie: null,
  wallets: { list: [{ address: 'known' }] },
};

test('restoring a draft fills the form and keeps its own files and submission id', () => {
  const typed = {
    id: 'another',
    details: { fullName: 'Typed Name', phone: '876', agreed: true },
    document: { number: 'A1', file: 'b7' },
    selfie: { file: 'c8' },
    wallets: { list: [{ address: 'typed' }, { address: '' }] },
  };
  expect(mergeDraft(start, typed)).toEqual({
    id: 'one',
    details: { fullName: 'Typed Name', phone: '876', agreed: true },
    document: { number: 'A1', file: null },
    selfie: null,
    wallets: { list: [{ address: 'typed' }, { address: '' }] },
  });
});

test.each([
  null,
  'text',
  [],
  { details: null },
  { details: { fullName: 5, phone: null, agreed: 'yes' }, wallets: { list: [{ file: 'x' }] } },
  { wallets: { list: 'many' }, document: [] },
])('a draft of wrong schema changes nothing: %j', (typed) => expect(mergeDraft(start, typed)).toEqual(start));
