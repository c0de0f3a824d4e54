import type { ReactNode } from 'react';
import { Relief } from './relief.tsx';

type EmptyStateProps = { title: ReactNode; text?: ReactNode; act?: ReactNode };

/** In place of a list that has nothing in it: says so, and what the next move is. */
export const EmptyState = ({ title, text, act }: EmptyStateProps) => (
  <div className="empty">
    <Relief view="empty" />
    <p className="t-lg title">{title}</p>
    {text && <p className="ink-2">{text}</p>}
    {act}
  </div>
);
