import { ArrowDown, ArrowUp, type LucideIcon, X } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '../../../../ui/button.tsx';
import { moveItem, removeItem } from '../edits.ts';
import { AddButton } from './list-buttons.tsx';

type Titled = { readonly id: string; readonly title: string };
type OrderedItemsProps<T> = {
  kind: 'Section' | 'Lesson';
  list: readonly T[];
  create: () => T;
  onChange: (list: T[]) => void;
};

export const OrderedItems = <T extends Titled>({ kind, list, create, onChange }: OrderedItemsProps<T>) => (
  <>
    <ol className="rows ordered">
      {list.map((item, at) => {
        const itemLabel = `${kind} ${at + 1}${item.title && `, ${item.title}`}`;
        const renderAction = (action: string, Icon: LucideIcon, next: T[]) => (
          <Button icon variant="bare" size="small" label={`${action}: ${itemLabel}`} onClick={() => onChange(next)}>
            <Icon className="ic" aria-hidden="true" />
          </Button>
        );
        return (
          <li key={item.id}>
            <span className="wrap-any">
              <Link className="link" to={`?part=${kind.toLowerCase()}/${item.id}`}>
                {item.title || 'Untitled'}
              </Link>
            </span>
            <span className="row end">
              {at > 0 && renderAction('Move up', ArrowUp, moveItem(list, item.id, -1))}
              {at < list.length - 1 && renderAction('Move down', ArrowDown, moveItem(list, item.id, 1))}
              {renderAction('Remove', X, removeItem(list, item.id))}
            </span>
          </li>
        );
      })}
    </ol>
    <p className="row under-list">
      <AddButton what={`a ${kind.toLowerCase()}`} onAdd={() => onChange([...list, create()])} />
    </p>
  </>
);
