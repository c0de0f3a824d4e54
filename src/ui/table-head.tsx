import type { ReactNode } from 'react';

type Column = string | { readonly name: ReactNode; readonly right?: boolean | undefined };

export const TableHead = ({ columns }: { columns: readonly Column[] }) => (
  <thead>
    <tr>
      {columns.map((column, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns have no id and never move.
        <th key={index} scope="col" className={typeof column === 'object' && column.right ? 'r' : undefined}>
          {typeof column === 'object' ? column.name : column}
        </th>
      ))}
    </tr>
  </thead>
);

export const numberColumn = (name: string): Column => ({ name, right: true });
