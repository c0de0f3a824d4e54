import { type ReactNode, Suspense } from 'react';
import { Skeleton } from '../../../../ui/skeleton.tsx';

export const LazyForm = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Skeleton label="Loading" lines={[60, 100]} />}>{children}</Suspense>
);
