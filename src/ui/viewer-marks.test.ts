import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

type Marks = { session: 'in' | 'out'; staff: 'yes' | 'no' };
const nobody: Marks = { session: 'out', staff: 'no' };
const somebody: Marks = { session: 'in', staff: 'no' };

/** A page of one browser, as the server marked it, which may be shown again whole by going back to it. */
async function pageOf(browser: Map<string, string>, marks: Marks) {
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
  const { followViewer, setViewer } = await import('./viewer-marks.ts');
  followViewer();
  const within = <T>(act: () => T): T => {
    vi.stubGlobal('document', page);
    vi.stubGlobal('location', { reload });
    return act();
  };
  return {
    signs: (next: Marks) => within(() => setViewer(next)),
    /** What going back to it shows: whether anything of what stood there, and as whose. */
    shownAgain: () => {
      within(() => onShow({ persisted: true }));
      expect(page.documentElement.hidden).toBe(reload.mock.calls.length > 0);
      return reload.mock.calls.length > 0 ? 'loaded anew' : page.documentElement.dataset.session;
    },
  };
}

test('a page of whoever was signed in before shows nothing of theirs to the next, nor to nobody', async () => {
  const browser = new Map<string, string>();
  const first = await pageOf(browser, somebody);
  // They sign out, which loads the home page.
  const home = await pageOf(browser, nobody);
  expect(first.shownAgain()).toBe('loaded anew');
  // Somebody else signs in at this browser, without and with another page.
  home.signs(somebody);
  expect(first.shownAgain()).toBe('loaded anew');
  await pageOf(browser, somebody);
  expect(first.shownAgain()).toBe('loaded anew');
});

test('nor does it where the other signed in in another tab, before which nobody had been seen to leave', async () => {
  const browser = new Map<string, string>();
  const door = await pageOf(browser, nobody);
  const first = await pageOf(browser, somebody);
  door.signs(somebody);
  expect(first.shownAgain()).toBe('loaded anew');
});

test('a page that learns the same once more lets no stay begin again', async () => {
  const browser = new Map<string, string>();
  const first = await pageOf(browser, somebody);
  (await pageOf(browser, nobody)).signs(somebody);
  first.signs(somebody);
  expect(first.shownAgain()).toBe('loaded anew');
});

test('whoever goes back within their own stay finds the page as it was', async () => {
  const browser = new Map<string, string>();
  const door = await pageOf(browser, nobody);
  door.signs(somebody);
  const first = await pageOf(browser, somebody);
  await pageOf(browser, somebody);
  expect(first.shownAgain()).toBe('in');
});

test('a page of nobody takes the marks of now, and begins no stay by that', async () => {
  const browser = new Map<string, string>();
  const home = await pageOf(browser, nobody);
  const own = await pageOf(browser, somebody);
  expect(home.shownAgain()).toBe('in');
  expect(own.shownAgain()).toBe('in');
});

test('where the browser keeps nothing for us, a page of somebody loads itself anew', async () => {
  const own = await pageOf(new Map(), somebody);
  vi.stubGlobal('localStorage', undefined);
  expect(own.shownAgain()).toBe('loaded anew');
});
