import type { ReactNode } from 'react';
import { givenText } from './given.ts';

/** Where a page of the application brings the text of its screen along: it stands until the screen itself does. */
export function GivenText({ children }: { children: ReactNode }) {
  const html = givenText();
  if (html === null) return <div id="given">{children}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it stands in the document already, as our server drew it.
  return <div id="given" dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />;
}
