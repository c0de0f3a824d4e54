import { type ReactNode, Suspense } from 'react';
import { Skeleton } from '../../../../ui/skeleton.tsx';

/** A form that is fetched once somebody wants it: most people come to look at their locks, not to change them. */
export const Later = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Skeleton label="Loading" lines={[60, 100]} />}>{children}</Suspense>
);
