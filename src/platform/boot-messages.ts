/** Shown while the scripts of a page do not load; input stays, and the page continues when they do. */
export const lineLost = {
  title: 'No connection',
  text: "What you typed is safe. We'll carry on as soon as you're back online.",
} as const;

/** Shown when the server answers but files are missing, also after a reload. */
export const pageIncomplete = {
  title: 'This page is not complete',
  text: "Part of this page didn't load. What you typed is safe.",
  act: 'Reload the page',
} as const;
