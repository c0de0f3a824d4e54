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
import { TableHead } from '../table-head.tsx';
import { type KeyActs, useKeys } from './keys.ts';
import { type KeyName, KeysDialog } from './keys-line.tsx';
import { ListBody } from './list-body.tsx';
import { useChoice, usePlace, useSelection, useSteady, useWide } from './use-list.ts';

/** One column of a list: its heading, and what stands below it for a line. */
export type Column<Line> = {
  readonly name: ReactNode;
  readonly of: (line: Line) => ReactNode;
  readonly className?: string;
  /** Numbers stand at the right, and so does their heading. */
  readonly right?: true;
};

type AnyLine = { readonly id: string };
type RowProps<Line> = {
  line: Line;
  columns: readonly Column<Line>[];
  selected: boolean;
  onChoose: (id: string) => void;
};

function RowView<Line extends AnyLine>({ line, columns, selected, onChoose }: RowProps<Line>) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const click = (event: MouseEvent) => {
    // A new tab stays a new tab; links and buttons of the row go their own way.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest('a, button')) return;
    onChoose(line.id);
  };
  return (
    <tr ref={row} aria-selected={selected} onClick={click}>
      {columns.map(({ of, className = '', right }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column has no name of its own, and keeps its place.
        <td key={place} className={(right ? `r ${className}` : className) || undefined}>
          {of(line)}
        </td>
      ))}
    </tr>
  );
}

/** Drawn again only when something of its own changed: two hundred of them stand below each other. */
const Row = memo(RowView) as typeof RowView;

type Body = ComponentProps<typeof ListBody>;
type DeskListProps<Line> = Pick<Body, 'asked' | 'total' | 'failed' | 'empty'> & {
  /** Undefined while nothing is known yet. */
  lines: readonly Line[] | undefined;
  columns: readonly Column<Line>[];
  /** What the style sheets call the table. */
  look?: string;
  /** Under which name the address says the line that is chosen. */
  as?: string;
  /** The place below which one stands alone, or how else it is opened. */
  open: string | ((id: string) => void);
  /** What stands beside the list where there is room: there a click chooses, elsewhere it opens. */
  beside?: (id: string) => ReactNode;
  /** Above the list: its heading, search and filters. `/` goes to the field that takes the reference. */
  bar: (field: RefObject<HTMLInputElement | null>) => ReactNode;
  /** The keys that are named at its foot, and all of them where there are more. */
  keys: readonly KeyName[];
  allKeys?: readonly KeyName[];
  /** Keys beside those that every list has, for the line that is chosen. */
  acts?: (line: Line | undefined) => KeyActs;
};

/** A list of the desk: its bar, its lines by column and page, a choice moved by key, and what is chosen beside it. */
export function DeskList<Line extends AnyLine>(props: DeskListProps<Line>) {
  const { asked, lines, columns, look = '', as = 'at', beside, bar, keys, allKeys = keys, acts, ...rest } = props;
  const { open: place, ...told } = rest;
  const { params, set } = usePlace();
  const navigate = useNavigate();
  const at = params.get(as);
  const open = typeof place === 'string' ? (id: string) => void navigate(`${place}/${id}`) : place;
  const wide = useWide();
  const field = useRef<HTMLInputElement>(null);
  const [help, setHelp] = useState(false);
  const { chosen, choose } = useSelection(at, (id) => set({ [as]: id }));
  const ids = lines?.map(({ id }) => id) ?? [];
  const { down, up } = useChoice(ids, {
    selected: chosen,
    choose,
    more: asked.hasNextPage && !asked.isFetchingNextPage ? () => void asked.fetchNextPage() : undefined,
  });
  useKeys({
    j: down,
    k: up,
    enter: chosen === null ? undefined : () => open(chosen),
    '/': () => field.current?.focus(),
    '?': () => setHelp(true),
    ...acts?.(lines?.find(({ id }) => id === chosen)),
  });
  const onChoose = useSteady((id: string) => (beside && wide ? choose(id) : open(id)));
  const shown = beside && wide && at ? beside(at) : null;
  return (
    <>
      {bar(field)}
      <div className={shown ? 'split' : 'split one'}>
        <ListBody {...told} asked={asked} shown={lines?.length ?? null} names={keys} onKeys={() => setHelp(true)}>
          <table className={`q ${look}`.trim()}>
            <TableHead columns={columns} />
            <tbody>
              {lines?.map((line) => (
                <Row key={line.id} line={line} columns={columns} selected={line.id === chosen} onChoose={onChoose} />
              ))}
            </tbody>
          </table>
        </ListBody>
        {shown}
      </div>
      <KeysDialog open={help} onClose={() => setHelp(false)} names={allKeys} />
    </>
  );
}
