import type { ReactNode } from 'react';
import { Landscape } from './landscape.tsx';

type EmptyStateProps = { title: ReactNode; text?: ReactNode; action?: ReactNode };

export const EmptyState = ({ title, text, action }: EmptyStateProps) => (
  <div className="empty">
    <Landscape view="empty" />
    <p className="t-lg title">{title}</p>
    {text && <p className="ink-2">{text}</p>}
    {action}
  </div>
);
