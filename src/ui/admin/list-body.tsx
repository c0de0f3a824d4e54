import type { ReactNode } from 'react';
import { EmptyState } from '../empty-state.tsx';
import { NextPage, type PagedQuery } from '../pager.tsx';
import { QueryPlaceholder } from '../query-placeholder.tsx';
import { type Shortcut, ShortcutBar } from './shortcut-help.tsx';

type ListQuery = PagedQuery & { readonly error: Error | null; readonly refetch: () => unknown };

type ListBodyProps = {
  query: ListQuery;
  shownCount: number | null;
  total?: number | undefined;
  errorText: string;
  empty: { readonly title: string; readonly text?: string | undefined };
  shortcuts: readonly Shortcut[];
  onShowShortcuts: () => void;
  children: ReactNode;
};

export const ListBody = ({
  query,
  shownCount,
  total,
  errorText,
  empty,
  shortcuts,
  onShowShortcuts,
  children,
}: ListBodyProps) => (
  <div className="q-wrap">
    {shownCount ? (
      children
    ) : shownCount === 0 ? (
      <EmptyState title={empty.title} text={empty.text} />
    ) : (
      <QueryPlaceholder query={query} text={errorText} lines={[100, 100, 100, 100, 100, 100]} />
    )}
    {shownCount ? <NextPage {...{ query, shownCount, total }} /> : null}
    <ShortcutBar onShowAll={onShowShortcuts} shortcuts={shortcuts} />
  </div>
);
