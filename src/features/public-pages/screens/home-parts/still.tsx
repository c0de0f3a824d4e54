import { lazy, Suspense, useState } from 'react';
import type { HomeFacts } from '../../facts.ts';

/** At the build the part is drawn at once; in the browser its code comes only when it has to be drawn anew. */
const Built = import.meta.env.SSR ? (await import('./below.tsx')).default : null;
const Later = lazy(() => import('./below.tsx'));

const place = 'below';

/** What the document brought, or nothing when this page was reached from another one. */
const written = (): string | null =>
  typeof document === 'undefined' ? null : (document.getElementById(place)?.innerHTML ?? null);

/** As it stands in the document, left alone. */
function AsWritten({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is the document's own text, given back to its own place.
  return <div id={place} dangerouslySetInnerHTML={{ __html: html }} />;
}

/**
 * The larger part of the page, which nobody operates. It stands in the document already, so a phone does not fetch it
 * a second time as script: it is left as it is until one of its facts changes.
 */
export function Still({ facts }: { facts: HomeFacts }) {
  const about = JSON.stringify([facts.terms, facts.example]);
  const [html] = useState(written);
  const [first] = useState(about);
  if (Built)
    return (
      <div id={place}>
        <Built facts={facts} />
      </div>
    );
  if (html !== null && about === first) return <AsWritten html={html} />;
  return (
    <Suspense fallback={html === null ? null : <AsWritten html={html} />}>
      <div id={place}>
        <Later facts={facts} />
      </div>
    </Suspense>
  );
}
