import { Component, type ComponentType, lazy, type ReactNode, Suspense, useReducer } from 'react';
import { FailedState } from './failed-state.tsx';

/** The code of a part did not come: the line was cut, or a new version was put in place meanwhile. */
class PartLost extends Error {}

type CaughtProps = { onRetry: () => void; children: ReactNode };

/** Keeps a part that did not come from taking the page with it: what was typed there stays. */
class Caught extends Component<CaughtProps, { error: unknown }> {
  override state = { error: null };
  static getDerivedStateFromError = (error: unknown) => ({ error });
  override render() {
    const error: unknown = this.state.error;
    if (error === null) return this.props.children;
    if (!(error instanceof PartLost)) throw error;
    return (
      <FailedState
        text="A part of this page did not come. What you typed is still here. Check your connection and try again."
        onRetry={this.props.onRetry}
      />
    );
  }
}

/**
 * A dialog or form whose code is fetched when it is first asked for. Until then nothing stands in its place; where it
 * cannot be fetched, words and a new try do, and the page around it stays as it is.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const fetched = () =>
    lazy(() =>
      load().then(
        (part) => ({ default: part }),
        (cause: unknown) => {
          throw new PartLost('a part did not come', { cause });
        },
      ),
    );
  let Loaded = fetched();
  return (props) => {
    const [tries, again] = useReducer((count: number) => count + 1, 0);
    const retry = () => {
      Loaded = fetched();
      again();
    };
    return (
      <Caught key={tries} onRetry={retry}>
        <Suspense fallback={null}>
          <Loaded {...props} />
        </Suspense>
      </Caught>
    );
  };
}
