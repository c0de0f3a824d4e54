import { useContext } from 'react';
import { UNSAFE_FrameworkContext } from 'react-router';

/** React Router internals; `test/library-internals.test.ts` checks them on updates. */
export type Build = {
  readonly entry: string;
  readonly files: readonly string[];
  readonly reload: string | undefined;
  /** True while the app shell is rendered: its address is that of the home page. */
  readonly shell: boolean;
};

/** Null outside the framework, as in tests. */
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
