import { useContext } from 'react';
import { UNSAFE_FrameworkContext } from 'react-router';

/** Internals of React Router. `test/library-internals.test.ts` fails if an update changes them. */
export type Build = {
  readonly entry: string;
  readonly files: readonly string[];
  readonly reload: string | undefined;
  /** True for the application shell, which has the URL of the home page. */
  readonly shell: boolean;
};

/** Build data of React Router. Null in tests. */
export function useBuild(): Build | null {
  const framework = useContext(UNSAFE_FrameworkContext);
  if (!framework) return null;
  const { entry, hmr } = framework.manifest;
  return {
    entry: entry.module,
    files: [entry.module, ...entry.imports],
    reload: hmr?.runtime,
    shell: framework.isSpaMode,
  };
}
