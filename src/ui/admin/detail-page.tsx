import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import NotFound from '../not-found.tsx';
import { QueryPlaceholder } from '../states.tsx';
import { type Shortcut, ShortcutDialog, useShortcuts } from './shortcuts.tsx';

type Back = { readonly to: string; readonly name: string };

export const DetailBar = ({ back, onKeys }: { back: Back; onKeys: () => void }) => (
  <div className="bar2">
    <Link className="chip" to={back.to}>
      <ArrowLeft className="ic" aria-hidden="true" />
      {back.name}
    </Link>
    <button type="button" className="chip end only-wide" onClick={onKeys}>
      <kbd>?</kbd> Shortcuts
    </button>
  </div>
);

type DetailPageProps<Data> = {
  query: UseQueryResult<Data>;
  /** Target of the back link and of the Escape key. */
  back: Back;
  keys: readonly Shortcut[];
  failed: string;
  children: (data: Data) => ReactNode;
};

export function DetailPage<Data>({ query, back, keys, failed, children }: DetailPageProps<Data>) {
  const [isHelpOpen, setHelp] = useState(false);
  const navigate = useNavigate();
  useShortcuts({ '?': () => setHelp(true), escape: () => void navigate(back.to) });
  const status = (query.error as { status?: number } | null)?.status;
  if (status === 404 || status === 400) return <NotFound />;
  return (
    <>
      <DetailBar back={back} onKeys={() => setHelp(true)} />
      <div className="panel alone">
        {query.data ? (
          children(query.data)
        ) : (
          <div className="in">
            <QueryPlaceholder query={query} text={failed} lines={[60, 90, 100, 100, 80]} />
          </div>
        )}
      </div>
      <ShortcutDialog open={isHelpOpen} onClose={() => setHelp(false)} shortcuts={keys} />
    </>
  );
}
