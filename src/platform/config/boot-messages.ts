/** Shown while the scripts of a page cannot load. The page keeps the user's input and starts when they load. */
export const lineLost = {
  title: 'No connection',
  text: "What you typed is safe. We'll carry on as soon as you're back online.",
} as const;

/** Shown when files of the page are missing on the server even after a reload. */
export const pageIncomplete = {
  title: "This page didn't fully load",
  text: 'What you typed is safe. Please reload the page.',
  act: 'Reload the page',
} as const;
