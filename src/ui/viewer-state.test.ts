import { afterEach, expect, test, vi } from 'vitest';

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
  const { watchViewer, setViewer } = await import('./viewer-state.ts');
  watchViewer();
  const within = <T>(act: () => T): T => {
    vi.stubGlobal('document', page);
    vi.stubGlobal('location', { reload });
    return act();
  };
  return {
    setViewer: (next: ViewerMarks) => within(() => setViewer(next)),
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
