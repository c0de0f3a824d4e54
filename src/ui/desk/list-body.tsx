import type { ReactNode } from 'react';
import { EmptyState } from '../empty-state.tsx';
import { NotYet } from '../not-yet.tsx';
import { NextPage, type Paged } from '../pager.tsx';
import { type KeyName, KeysLine } from './keys-line.tsx';

type ListQuery = Paged & { readonly error: Error | null; readonly refetch: () => unknown };

type ListBodyProps = {
  asked: ListQuery;
  /** How many rows stand there; null while nothing is known yet. */
  shown: number | null;
  /** How many there are, where that is known. */
  total?: number | undefined;
  /** Said when the list could not be read. */
  failed: string;
  /** Said when there is nothing. */
  empty: { readonly title: string; readonly text?: string | undefined };
  names: readonly KeyName[];
  onKeys: () => void;
  /** The table; drawn when it has rows. */
  children: ReactNode;
};

/** A list of the desk below its bar: loading, failed, empty or its table, the way to more, and the keys at its foot. */
export const ListBody = ({ asked, shown, total, failed, empty, names, onKeys, children }: ListBodyProps) => (
  <div className="q-wrap">
    {shown ? (
      children
    ) : shown === 0 ? (
      <EmptyState title={empty.title} text={empty.text} />
    ) : (
      <NotYet asked={asked} text={failed} lines={[100, 100, 100, 100, 100, 100]} />
    )}
    {shown ? <NextPage {...{ asked, shown, total }} /> : null}
    <KeysLine onAll={onKeys} names={names} />
  </div>
);
