import { beforeReloadEvent } from '../../kernel/reload-event.ts';
import { lineLost, pageIncomplete } from '../config/boot-messages.ts';

const firstRetryMs = 1_000;
const maxRetryMs = 15_000;
const idleTimeoutMs = 2_000;
/** Time without input after which the application of a complete page starts, ms. */
const startDelayMs = 3_000;
const inputs = ['pointerdown', 'keydown', 'focusin', 'input'];

type Notice = { readonly title: string; readonly text: string; readonly act?: string };
type State = 'idle' | 'waiting' | 'fetching' | 'complete';

function createElement(name: string, className: string, content: string | Node): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.append(content);
  return element;
}

/** Returns true when the application has rendered. From then on, nothing may start or reload. */
const hasRendered = (): boolean => !document.getElementById('preloaded-answers');

function reload(): void {
  dispatchEvent(new Event(beforeReloadEvent));
  location.reload();
}

let shownTitle = '';
let shownNotice: HTMLElement | undefined;

function hideNotice(): void {
  shownNotice?.remove();
  shownNotice = undefined;
  shownTitle = '';
}

function showNotice({ title, text, act }: Notice): void {
  if (shownTitle === title) return;
  hideNotice();
  const body = createElement('div', '', createElement('b', '', title));
  body.append(createElement('p', '', text));
  if (act) {
    const button = createElement('button', 'btn line sm', act) as HTMLButtonElement;
    button.type = 'button';
    button.onclick = reload;
    body.append(button);
  }
  const notice = createElement('div', 'notice bad', body);
  notice.setAttribute('role', 'alert');
  const head = document.querySelector('#preloaded .head');
  if (head) head.after(notice);
  else (document.querySelector('#preloaded .wrap') ?? document.getElementById('preloaded'))?.prepend(notice);
  shownTitle = title;
  shownNotice = notice;
}

/** Reloads the page once for the same `files`. After that, shows that the page is incomplete. */
function reloadOnce(files: string): void {
  let canReload = false;
  try {
    const isFirst = sessionStorage.getItem(files) === null;
    sessionStorage.setItem(files, '1');
    canReload = isFirst;
  } catch {
    // Without session storage, reloads could repeat forever.
  }
  if (canReload) reload();
  else showNotice(pageIncomplete);
}

/** Fetches files into the browser's cache. `isGone` means that the server no longer has one of them. */
async function fetchFiles(files: readonly string[]) {
  const result = { lost: [] as string[], isGone: false, isOffline: false };
  const load = async (file: string) => {
    const response = await fetch(file);
    // 429 is a rate limit. Any other 4xx means that a release removed the file.
    if (/^4(?!29)/.test(String(response.status))) result.isGone = true;
    if (response.ok) await response.arrayBuffer();
    else result.lost.push(file);
  };
  await Promise.all(
    files.map((file) =>
      load(file).catch(() => {
        result.isOffline = true;
        result.lost.push(file);
      }),
    ),
  );
  return result;
}

/** Returns true when the visible part of the page waits for data. */
const isLoadingShown = (): boolean =>
  [...document.querySelectorAll('#preloaded .skeleton')].some(
    (skeleton) => skeleton.getBoundingClientRect().top < innerHeight,
  );

function addLink(rel: string, href: string): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel, href });
  document.head.append(link);
  return link;
}

function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: idleTimeoutMs });
  else setTimeout(act);
}

/** Runs each module in a task of its own, so that no task is long. Stops at a file that does not load. */
async function runInTurn(list = ''): Promise<void> {
  try {
    for (const file of list.split(' ').filter(Boolean).toReversed()) await import(/* @vite-ignore */ file);
  } catch {
    // The application requests the file again.
  }
}

/** Marks the last pressed button of the navigation, such as "Sign out". `ui/shell.ts` presses it when it starts. */
function markEarlyPress({ target }: Event): void {
  const button = target instanceof Element ? target.closest<HTMLElement>('button[data-act]') : null;
  if (!button) return;
  for (const earlier of document.querySelectorAll('[data-early]')) earlier.removeAttribute('data-early');
  button.dataset['early'] = '';
}

/**
 * Starts the application of a preloaded page: on the first input, or when the browser is idle after load. A complete
 * page without visible skeletons waits some seconds longer, because the start blocks a slow phone. `script` lists the
 * files in `data-files`, and those of the screen also in `data-screen`, with dependencies last. The element before
 * `script` contains the module to run.
 *
 * Retries missing files after 1 s, then at doubled intervals of at most 15 s, and when the browser is back online.
 * Then runs the module again; browsers skip imports that already ran. Reloads the page once for the same files: when
 * the server no longer has a file, or when the module fails with all files loaded. Some versions of Chromium remember a
 * failed import for as long as the page is open.
 */
export function startDeferredBoot(script: HTMLScriptElement): void {
  const list = script.dataset['files'] ?? '';
  const files = list.split(' ');
  let lost: string[] = [];
  let isStarted = false;
  let state: State = 'idle';
  let delayMs = firstRetryMs;
  let timer: ReturnType<typeof setTimeout>;

  const runModule = () => {
    const module = document.createElement('script');
    module.type = 'module';
    module.onerror = () => (state === 'complete' ? reloadOnce(list) : retryLater());
    module.textContent = script.previousSibling?.textContent ?? '';
    document.body.append(module);
  };
  const retryLater = () => {
    if (state !== 'idle') return;
    state = 'waiting';
    timer = setTimeout(retry, delayMs);
    delayMs = Math.min(2 * delayMs, maxRetryMs);
  };
  const retry = async () => {
    clearTimeout(timer);
    if (hasRendered()) return;
    state = 'fetching';
    const requested = lost.length > 0 ? lost : files;
    lost = [];
    const result = await fetchFiles(requested);
    // Preloads may have failed in the meantime.
    lost = [...new Set([...lost, ...result.lost])];
    state = 'idle';
    if (hasRendered()) return hideNotice();
    if (result.isGone) return reloadOnce(list);
    if (result.isOffline) showNotice(lineLost);
    else if (lost.length > 0) showNotice(pageIncomplete);
    if (lost.length > 0) return retryLater();
    state = 'complete';
    hideNotice();
    runModule();
  };
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const file of files)
      addLink('modulepreload', file).onerror = () => {
        lost.push(file);
        retryLater();
      };
    runModule();
    void runInTurn(script.dataset['screen']);
  };

  addEventListener('online', () => {
    if (state === 'waiting') void retry();
  });
  // The module imports the application dynamically, which reports a failure here instead of to `onerror`.
  addEventListener('unhandledrejection', () => {
    if (state === 'complete' && !hasRendered()) reloadOnce(list);
  });
  for (const input of inputs) addEventListener(input, start, { once: true, passive: true });
  addEventListener('click', markEarlyPress);
  addEventListener('load', () =>
    whenIdle(() => {
      if (isStarted || !('complete' in script.dataset) || isLoadingShown()) return start();
      for (const file of files) addLink('prefetch', file);
      setTimeout(whenIdle, startDelayMs, start);
    }),
  );
}
