import { ArrowDown, ArrowUp, type LucideIcon, X } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '../../../../ui/button.tsx';
import { moved, without } from '../edits.ts';
import { Add } from './list-buttons.tsx';

type Titled = { readonly id: string; readonly title: string };
type LinesProps<T> = {
  /** What one of them is called to those who only hear it: 'Section'. */
  kind: 'Section' | 'Lesson';
  list: readonly T[];
  made: () => T;
  onChange: (list: T[]) => void;
};

/** Things in an order that is theirs to change: each with what moves it up, down, and away, and a way to add one. */
export const Lines = <T extends Titled>({ kind, list, made, onChange }: LinesProps<T>) => (
  <>
    <ol className="rows ordered">
      {list.map((one, at) => {
        const called = `${kind} ${at + 1}${one.title && `, ${one.title}`}`;
        const act = (says: string, Icon: LucideIcon, next: T[]) => (
          <Button icon look="bare" size="small" label={`${says}: ${called}`} onClick={() => onChange(next)}>
            <Icon className="ic" aria-hidden="true" />
          </Button>
        );
        return (
          <li key={one.id}>
            <span className="wrap-any">
              <Link className="link" to={`?part=${kind.toLowerCase()}/${one.id}`}>
                {one.title || 'Without a title'}
              </Link>
            </span>
            <span className="row end">
              {at > 0 && act('Up', ArrowUp, moved(list, one.id, -1))}
              {at < list.length - 1 && act('Down', ArrowDown, moved(list, one.id, 1))}
              {act('Remove', X, without(list, one.id))}
            </span>
          </li>
        );
      })}
    </ol>
    <p className="row under-list">
      <Add what={`a ${kind.toLowerCase()}`} onAdd={() => onChange([...list, made()])} />
    </p>
  </>
);
