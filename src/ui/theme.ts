/** Light, dark, or whatever the device prefers. */
export const themeChoices = ['light', 'dark', 'device'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const key = 'theme';

/**
 * Runs in the head, before anything is painted: writes what was chosen and what is shown onto `<html>`, where the
 * style sheet reads both, and whether the site's bar stands there or the desk, which brings its own. The text never
 * changes, so the content policy can admit it by its hash. It uses no quotes, so it reads the same inside a document.
 */
export const themeScript = [
  '(function(d,t){try{t=localStorage.getItem(`theme`)}catch(e){}',
  'd.themeChoice=t===`light`||t===`dark`?t:`device`;',
  'd.theme=d.themeChoice!==`device`?t:matchMedia(`(prefers-color-scheme: dark)`).matches?`dark`:`light`;',
  'd.frame=location.pathname.split(`/`)[1]===`admin`?`desk`:`site`',
  '})(document.documentElement.dataset)',
].join('');

/** Fetches the sheets of the desk at once where the address is one of its: its layout asks for them much later. */
export const deskStylesScript = [
  '(function(own,link){if(location.pathname.split(`/`)[1]!==`admin`)return;link=document.createElement(`link`);',
  'link.rel=`preload`;link.as=`style`;link.href=own.dataset.styles;document.head.append(link)',
  '})(document.currentScript)',
].join('');

const isChoice = (text: unknown): text is ThemeChoice => themeChoices.some((choice) => choice === text);

/** What the person chose; storage may be closed to us, then it is the device's choice. */
export function themeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(key);
    return isChoice(stored) ? stored : 'device';
  } catch {
    return 'device';
  }
}

/** What one button that goes round chooses next. */
export const themeAfter = (choice: ThemeChoice): ThemeChoice =>
  themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] ?? 'device';

function show(choice: ThemeChoice): void {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const { dataset } = document.documentElement;
  dataset['themeChoice'] = choice;
  dataset['theme'] = choice === 'device' ? (dark ? 'dark' : 'light') : choice;
}

/** Shows a theme at once and remembers it on this device. Anything but a choice is the device's. */
export function chooseTheme(wish: string): void {
  const choice = isChoice(wish) ? wish : 'device';
  try {
    if (choice === 'device') localStorage.removeItem(key);
    else localStorage.setItem(key, choice);
  } catch {
    // Storage is closed: the choice holds for this page.
  }
  show(choice);
}

/** Follows the device while nothing was chosen, and what was chosen on another page of ours. */
export function followTheme(): void {
  const follow = () => show(themeChoice());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => themeChoice() === 'device' && follow());
  addEventListener('storage', (event) => event.key === key && follow());
  addEventListener('pageshow', ({ persisted }) => persisted && follow());
}
