import {
  type ComponentProps,
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router';
import { EmptyState } from '../empty-state.tsx';
import { NextPage, type PagedQuery } from '../pager.tsx';
import { QueryPlaceholder } from '../states.tsx';
import { TableHead } from '../table-head.tsx';
import { type Shortcut, ShortcutBar, ShortcutDialog, type ShortcutHandlers, useShortcuts } from './shortcuts.tsx';
import { useEvent, useIsWide, useListCursor, useSelection, useUrlState } from './use-list.ts';

export type Column<Line> = {
  readonly name: ReactNode;
  readonly of: (line: Line) => ReactNode;
  readonly className?: string;
  readonly right?: true;
};

type AnyRow = { readonly id: string };
type RowProps<Line> = {
  line: Line;
  columns: readonly Column<Line>[];
  selected: boolean;
  onChoose: (id: string) => void;
};

function RowView<Line extends AnyRow>({ line, columns, selected, onChoose }: RowProps<Line>) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const click = (event: MouseEvent) => {
    // Ignores new-tab clicks, links and buttons.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest('a, button')) return;
    onChoose(line.id);
  };
  return (
    <tr ref={row} aria-selected={selected} onClick={click}>
      {columns.map(({ of, className = '', right }, openTarget) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns have no id and never move.
        <td key={openTarget} className={(right ? `r ${className}` : className) || undefined}>
          {of(line)}
        </td>
      ))}
    </tr>
  );
}

/** Memoized, because lists have up to 200 rows. */
const Row = memo(RowView) as typeof RowView;

type Body = ComponentProps<typeof ListBody>;
type AdminListProps<Line> = Pick<Body, 'query' | 'total' | 'errorText' | 'empty'> & {
  rows: readonly Line[] | undefined;
  columns: readonly Column<Line>[];
  className?: string;
  urlParam?: string;
  /** Path of the detail pages, without the row's id, or a function that opens a row. */
  open: string | ((id: string) => void);
  /** Preview of the selected row, on wide screens only. Without a preview, a click opens the row. */
  renderPanel?: (id: string) => ReactNode;
  renderBar: (field: RefObject<HTMLInputElement | null>) => ReactNode;
  shortcuts: readonly Shortcut[];
  allShortcuts?: readonly Shortcut[];
  /** Extra shortcuts for the selected row. */
  getShortcuts?: (line: Line | undefined) => ShortcutHandlers;
};

export function AdminList<Line extends AnyRow>(props: AdminListProps<Line>) {
  const {
    query: asked,
    rows,
    columns,
    className = '',
    urlParam = 'at',
    renderPanel,
    renderBar,
    shortcuts,
    allShortcuts = shortcuts,
    getShortcuts,
    ...rest
  } = props;
  const { open: openTarget, ...texts } = rest;
  const { params, set } = useUrlState();
  const navigate = useNavigate();
  const at = params.get(urlParam);
  const wide = useIsWide();
  const field = useRef<HTMLInputElement>(null);
  const [isHelpOpen, setHelp] = useState(false);
  const { chosen, choose, cancel } = useSelection(at, (id) => set({ [urlParam]: id }));
  const open = (id: string) => {
    // A busy browser renders late that a row is opening. Writing the selection to the URL then cancels the opening.
    cancel();
    if (typeof openTarget === 'string') void navigate(`${openTarget}/${id}`);
    else openTarget(id);
  };
  const ids = rows?.map(({ id }) => id) ?? [];
  const { down, up } = useListCursor(ids, {
    selected: chosen,
    choose,
    loadMore: asked.hasNextPage && !asked.isFetchingNextPage ? () => void asked.fetchNextPage() : undefined,
  });
  useShortcuts({
    j: down,
    k: up,
    enter: chosen === null ? undefined : () => open(chosen),
    '/': () => field.current?.focus(),
    '?': () => setHelp(true),
    ...getShortcuts?.(rows?.find(({ id }) => id === chosen)),
  });
  const onChoose = useEvent((id: string) => (renderPanel && wide ? choose(id) : open(id)));
  const shown = renderPanel && wide && at ? renderPanel(at) : null;
  return (
    <>
      {renderBar(field)}
      <div className={shown ? 'split' : 'split one'}>
        <ListBody
          {...texts}
          query={asked}
          shownCount={rows?.length ?? null}
          shortcuts={shortcuts}
          onShowShortcuts={() => setHelp(true)}
        >
          <table className={`q ${className}`.trim()}>
            <TableHead columns={columns} />
            <tbody>
              {rows?.map((line) => (
                <Row key={line.id} line={line} columns={columns} selected={line.id === chosen} onChoose={onChoose} />
              ))}
            </tbody>
          </table>
        </ListBody>
        {shown}
      </div>
      <ShortcutDialog open={isHelpOpen} onClose={() => setHelp(false)} shortcuts={allShortcuts} />
    </>
  );
}

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
    {shownCount ? <NextPage query={query} shownCount={shownCount} total={total} /> : null}
    <ShortcutBar onShowAll={onShowShortcuts} shortcuts={shortcuts} />
  </div>
);
