import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import NotFound from '../not-found.tsx';
import { NotYet } from '../not-yet.tsx';
import { useKeys } from './keys.ts';
import { type KeyName, KeysDialog } from './keys-line.tsx';

type Back = { readonly to: string; readonly name: string };

/** Above one thing that is looked at alone: the way back to its list, and its keys. */
export const AloneBar = ({ back, onKeys }: { back: Back; onKeys: () => void }) => (
  <div className="bar2">
    <Link className="chip" to={back.to}>
      <ArrowLeft className="ic" aria-hidden="true" />
      {back.name}
    </Link>
    <button type="button" className="chip end only-wide" onClick={onKeys}>
      <kbd>?</kbd> Keys
    </button>
  </div>
);

type AloneProps<Data> = {
  query: UseQueryResult<Data>;
  /** The list that it stands in, at its place there; Escape leads back too. */
  back: Back;
  keys: readonly KeyName[];
  /** Said when it could not be read. */
  failed: string;
  children: (data: Data) => ReactNode;
};

/** One thing of the desk alone on its page: the way back to its list, its keys, and itself once it was read. */
export function Alone<Data>({ query, back, keys, failed, children }: AloneProps<Data>) {
  const [help, setHelp] = useState(false);
  const navigate = useNavigate();
  useKeys({ '?': () => setHelp(true), escape: () => void navigate(back.to) });
  const status = (query.error as { status?: number } | null)?.status;
  if (status === 404 || status === 400) return <NotFound />;
  return (
    <>
      <AloneBar back={back} onKeys={() => setHelp(true)} />
      <div className="panel alone">
        {query.data ? (
          children(query.data)
        ) : (
          <div className="in">
            <NotYet asked={query} text={failed} lines={[60, 90, 100, 100, 80]} />
          </div>
        )}
      </div>
      <KeysDialog open={help} onClose={() => setHelp(false)} names={keys} />
    </>
  );
}
