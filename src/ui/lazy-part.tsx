import { Component, type ComponentType, lazy, type ReactNode, Suspense, useReducer } from 'react';
import { FailedState } from './states.tsx';

class ChunkError extends Error {}

type ChunkBoundaryProps = { onRetry: () => void; children: ReactNode };

/** Limits a chunk error to one component, so that other input on the page is not lost. */
class ChunkBoundary extends Component<ChunkBoundaryProps, { error: unknown }> {
  override state = { error: null };
  static getDerivedStateFromError = (error: unknown) => ({ error });
  override render() {
    const error: unknown = this.state.error;
    if (error === null) return this.props.children;
    if (!(error instanceof ChunkError)) throw error;
    return (
      <FailedState
        text="Part of this page didn't load. What you typed is safe. Check your connection and try again."
        onRetry={this.props.onRetry}
      />
    );
  }
}

/** Loads a dialog or form on first use. If loading fails, shows an error with a retry button. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: ReactNode = null,
): ComponentType<P> {
  const createLazy = () =>
    lazy(() =>
      load().then(
        (component) => ({ default: component }),
        (cause: unknown) => {
          throw new ChunkError('a lazy part failed to load', { cause });
        },
      ),
    );
  let Loaded = createLazy();
  return (props) => {
    const [attempt, rerender] = useReducer((count: number) => count + 1, 0);
    const retry = () => {
      Loaded = createLazy();
      rerender();
    };
    return (
      <ChunkBoundary key={attempt} onRetry={retry}>
        <Suspense fallback={fallback}>
          <Loaded {...props} />
        </Suspense>
      </ChunkBoundary>
    );
  };
}
