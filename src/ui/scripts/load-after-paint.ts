/** Loads scripts, further styles and decorative pictures of a public page after its first paint. */

const idleTimeoutMs = 4000;
const retryMs = 2000;
/** Browsers without paint events get the styles this long after the page has loaded. */
const paintTimeoutMs = 2000;

const { later = '', files = '', sheets = '' } = document.currentScript?.dataset ?? {};

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}

function addLinks(rel: string, hrefs: string, isRetried = false): void {
  for (const href of hrefs.split(' ').filter(Boolean)) {
    const link = Object.assign(document.createElement('link'), { rel, href });
    if (isRetried) link.onerror = () => setTimeout(addLinks, retryMs, rel, href);
    document.head.append(link);
  }
}

const start = once(() =>
  document.body.append(Object.assign(document.createElement('script'), { type: 'module', src: later })),
);

let awaited = 2;

/** Starts the scripts when the page has both painted and loaded. */
function startIfReady(): void {
  awaited -= 1;
  if (awaited > 0) return;
  addLinks('modulepreload', files);
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: idleTimeoutMs });
  else setTimeout(start);
}

/** Loads a picture shortly before it scrolls into view. */
const pictures = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      const use = target.firstElementChild as SVGUseElement | null;
      if (!isIntersecting || !use) continue;
      pictures.unobserve(target);
      use.setAttribute('href', use.dataset['href'] ?? '');
    }
  },
  { rootMargin: '400px' },
);

const onPainted = once(() => {
  addLinks('stylesheet', sheets, true);
  for (const picture of document.querySelectorAll('.relief.later')) pictures.observe(picture);
  startIfReady();
});

try {
  new PerformanceObserver(onPainted).observe({ type: 'paint', buffered: true });
} catch {
  // Paint events are unavailable.
}
addEventListener('load', () => {
  setTimeout(onPainted, paintTimeoutMs);
  startIfReady();
});
for (const input of ['pointerdown', 'keydown']) addEventListener(input, start, { once: true, passive: true });
