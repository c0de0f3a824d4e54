import { type ReactNode, useLayoutEffect } from 'react';
import { readPreloadedHtml, restoreTypedValues } from './preloaded-page.ts';

export function PreloadedHtml({ children }: { children: ReactNode }) {
  const html = readPreloadedHtml();
  // Layout effect: runs before the screen is visible.
  useLayoutEffect(() => restoreTypedValues, []);
  if (html === null) return <div id="given">{children}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our server rendered this HTML into the document.
  return <div id="given" dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />;
}
