import { getViewer, subscribeToViewer } from './viewer-state.ts';

export const formatUnreadCount = (unread: number): string | null =>
  unread < 1 ? null : unread > 99 ? '99+' : `${unread}`;

/** Sets the count as a CSS variable, which needs no rerender. */
function showCount(text: string | null): void {
  const { dataset, style } = document.documentElement;
  if (text === null) delete dataset['unread'];
  else dataset['unread'] = text;
  style.setProperty('--unread', text === null ? '' : `"${text}"`);
}

async function fetchUnread(): Promise<void> {
  if (getViewer().session !== 'in') return showCount(null);
  const headers = { 'content-type': 'application/json' };
  const response = await fetch('/api/rpc/notices/unread', { method: 'POST', headers, body: '{}' });
  if (!response.ok) return;
  const { json } = (await response.json()) as { json: { unread: number } };
  if (getViewer().session === 'in') showCount(formatUnreadCount(json.unread));
}

export const unreadChangedEvent = 'notices';

/** Loads the number of unread notices while signed in. A failed request shows no count. */
export function startBell(): void {
  const refresh = () => void fetchUnread().catch(() => undefined);
  refresh();
  subscribeToViewer(refresh);
  addEventListener(unreadChangedEvent, refresh);
}
