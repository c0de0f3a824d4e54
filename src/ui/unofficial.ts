import { useContext } from 'react';
import { UNSAFE_FrameworkContext } from 'react-router';

/**
 * What React Router tells nobody but itself, in one place; `test/unofficial.test.ts` says what we count on, and an
 * update of the library has to pass it.
 */
export type Build = {
  /** The file that the browser begins with, and every file it needs for it. */
  readonly entry: string;
  readonly files: readonly string[];
  /** What the development server reloads with. */
  readonly reload: string | undefined;
  /** Whether the shell of the application is drawn, at the address of the home page but without it. */
  readonly shell: boolean;
};

/** How the page that is drawn was built; null where nothing was, as in a test. */
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
