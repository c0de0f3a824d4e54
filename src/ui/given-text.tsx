import { type ReactNode, useLayoutEffect } from 'react';
import { givenText, handOver } from './given.ts';

/** Where a page of the application brings the text of its screen along: it stands until the screen itself does. */
export function GivenText({ children }: { children: ReactNode }) {
  const html = givenText();
  // As it goes and still stands: the screen takes its place within the same step.
  useLayoutEffect(() => handOver, []);
  if (html === null) return <div id="given">{children}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it stands in the document already, as our server drew it.
  return <div id="given" dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />;
}
