import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { BannerItem } from '../load-status.ts';
import './announcement-banner.css';

const readAnnouncements = (): readonly BannerItem[] =>
  JSON.parse(document.documentElement.dataset['announcements'] || '[]') as BannerItem[];

const storageKey = 'dismissed-announcements';

function readDismissed(): readonly string[] {
  try {
    return (localStorage.getItem(storageKey) ?? '').split(' ');
  } catch {
    return [];
  }
}

function storeDismissed(ids: readonly string[]): void {
  try {
    localStorage.setItem(storageKey, ids.join(' '));
  } catch {
    // Without storage, the banner returns with the next page.
  }
}

const kinds = { info: 'note', slow: 'wait', paused: 'bad', fixed: 'ok' } as const;

/** Active announcements, above a customer screen. `src/root.tsx` loads it only when there are any. */
export default function AnnouncementBanner() {
  const [active] = useState(readAnnouncements);
  const [dismissed, setDismissed] = useState(readDismissed);
  const shown = active.filter(({ id }) => !dismissed.includes(id));
  const dismiss = (id: string) => {
    const ids = [...dismissed.filter((known) => active.some((item) => item.id === known)), id];
    setDismissed(ids);
    storeDismissed(ids);
  };
  if (shown.length === 0) return null;
  return (
    <section className="wrap announcements" aria-label="Announcements">
      {shown.map(({ id, name, level, text }) => (
        <Notice key={id} kind={kinds[level]}>
          <p className="wrap-any">
            <b>{name}:</b> {text}
          </p>
          <p className="row">
            <Link className="link" to="/status">
              Status page
            </Link>
            <Button variant="bare" size="small" label={`Dismiss: ${name}`} onClick={() => dismiss(id)}>
              Dismiss
            </Button>
          </p>
        </Notice>
      ))}
    </section>
  );
}
