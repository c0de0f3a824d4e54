import { type ComponentType, lazy, Suspense } from 'react';

/** A dialog or form whose code is fetched when it is first asked for. Until then nothing stands in its place. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
