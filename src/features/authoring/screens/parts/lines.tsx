import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { moved, without } from '../edits.ts';

type Named = { readonly id: string };
type LinesProps<T> = {
  /** What one of them is called to those who only hear it: 'Section'. */
  kind: string;
  list: readonly T[];
  nameOf: (one: T) => string;
  show: (one: T) => ReactNode;
  onChange: (list: T[]) => void;
};

/** Things in an order that is theirs to change: each with what moves it up, down, and away. */
export const Lines = <T extends Named>({ kind, list, nameOf, show, onChange }: LinesProps<T>) => (
  <ol className="rows ordered">
    {list.map((one, at) => {
      const called = `${kind} ${at + 1}${nameOf(one) && `, ${nameOf(one)}`}`;
      return (
        <li key={one.id}>
          <span className="wrap-any">{show(one)}</span>
          <span className="row end">
            {at > 0 && (
              <Button
                icon
                look="bare"
                size="small"
                label={`Up: ${called}`}
                onClick={() => onChange(moved(list, one.id, -1))}
              >
                <ArrowUp className="ic" aria-hidden="true" />
              </Button>
            )}
            {at < list.length - 1 && (
              <Button
                icon
                look="bare"
                size="small"
                label={`Down: ${called}`}
                onClick={() => onChange(moved(list, one.id, 1))}
              >
                <ArrowDown className="ic" aria-hidden="true" />
              </Button>
            )}
            <Button
              icon
              look="bare"
              size="small"
              label={`Remove: ${called}`}
              onClick={() => onChange(without(list, one.id))}
            >
              <X className="ic" aria-hidden="true" />
            </Button>
          </span>
        </li>
      );
    })}
  </ol>
);
