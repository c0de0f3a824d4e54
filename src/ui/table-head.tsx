import type { ReactNode } from 'react';

type Column = string | { readonly name: ReactNode; readonly right?: boolean | undefined };

/** The head of a table by its columns, in order; figures stand at the right. */
export const TableHead = ({ columns }: { columns: readonly Column[] }) => (
  <thead>
    <tr>
      {columns.map((column, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
        <th key={place} scope="col" className={typeof column === 'object' && column.right ? 'r' : undefined}>
          {typeof column === 'object' ? column.name : column}
        </th>
      ))}
    </tr>
  </thead>
);

/** A column of figures. */
export const figures = (name: string): Column => ({ name, right: true });
