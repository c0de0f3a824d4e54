import { onViewer, viewer } from './viewer-marks.ts';

/** What the bell shows of so many notices that nobody read; null for none. */
export const bellText = (unread: number): string | null => (unread < 1 ? null : unread > 99 ? '99+' : `${unread}`);

/** Stands on the document, where the style sheet draws it: nothing of the bar is drawn anew for it. */
function show(text: string | null): void {
  const { dataset, style } = document.documentElement;
  if (text === null) delete dataset['unread'];
  else dataset['unread'] = text;
  style.setProperty('--unread', text === null ? '' : `"${text}"`);
}

async function ask(): Promise<void> {
  if (viewer().session !== 'in') return show(null);
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/api/rpc/notices/unread', { method: 'POST', headers, body: '{}' });
  if (!answer.ok) return;
  const { json } = (await answer.json()) as { json: { unread: number } };
  if (viewer().session === 'in') show(bellText(json.unread));
}

/** Said on the window when there may be more or fewer notices to read. */
export const bellRings = 'notices';

/** Makes the bell of the page live. A count that cannot be had is none: the page behind it says why. */
export function startBell(): void {
  const again = () => void ask().catch(() => undefined);
  again();
  onViewer(again);
  addEventListener(bellRings, again);
}
