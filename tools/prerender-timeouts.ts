import type { Plugin, UserConfig } from 'vite';

/** Time limit to prerender one page. Only the build waits for it. */
export const prerenderTimeoutMs = 10 * 60_000;

/**
 * Gives each prerendered page `prerenderTimeoutMs`. React Router gives it 10 s, which a slow machine exceeds, and has
 * no setting for it. It takes the limit from `AbortSignal.timeout`, so that is replaced while the build runs.
 * List this plugin after `reactRouter()`: it wraps the build that React Router defines.
 */
export const prerenderTimeouts = (): Plugin => ({
  name: 'prerender-timeouts',
  apply: 'build',
  config: { order: 'post', handler: ({ builder }) => ({ builder: { buildApp: extendTimeouts(builder?.buildApp) } }) },
});

type BuildApp = NonNullable<NonNullable<UserConfig['builder']>['buildApp']>;

/** The build, with `AbortSignal.timeout` raised to at least `prerenderTimeoutMs`. */
export const extendTimeouts =
  (buildApp: BuildApp | undefined): BuildApp =>
  async (builder) => {
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (ms) => timeout.call(AbortSignal, Math.max(ms, prerenderTimeoutMs));
    try {
      await buildApp?.(builder);
    } finally {
      AbortSignal.timeout = timeout;
    }
  };
