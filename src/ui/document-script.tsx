import { useMatches } from 'react-router';
import { publicScreens } from '../screens.ts';
import { useBuild } from './react-router-internals.ts';
import loadAfterPaint from './scripts/load-after-paint.ts?script';

/** Route ids: React Router derives them from file names. */
const publicScreenIds: readonly string[] = Object.values(publicScreens).map((file) => file.replace(/\.tsx$/, ''));

/** True for public pages, which are served as documents without the application. */
export function useIsDocument(): boolean {
  const isShown = useMatches().some(({ id }) => publicScreenIds.includes(id));
  return !useBuild()?.shell && isShown;
}

type InlineScriptProps = { readonly script: string; readonly [data: `data-${string}`]: string };

/** Inlines a bundled script at build time. The CSP allows it by hash. Hydration leaves it unchanged. */
export const InlineScript = ({ script, ...data }: InlineScriptProps) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, which React would escape.
  <script {...data} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
);

/** Script of a public page, without router and data. */
export function DocumentScript() {
  const build = useBuild();
  if (!build) return null;
  return (
    <>
      {build.reload && <script type="module" src={build.reload} />}
      <InlineScript data-later={build.entry} data-files={build.files.join(' ')} script={loadAfterPaint} />
    </>
  );
}
