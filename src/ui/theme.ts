export const themeChoices = ['light', 'dark', 'device'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const storageKey = 'theme';

const isChoice = (text: unknown): text is ThemeChoice => themeChoices.some((choice) => choice === text);

export function getThemeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey);
    return isChoice(stored) ? stored : 'device';
  } catch {
    return 'device';
  }
}

export const getNextTheme = (choice: ThemeChoice): ThemeChoice =>
  themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] ?? 'device';

export function applyTheme(choice: ThemeChoice): void {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const { dataset } = document.documentElement;
  dataset['themeChoice'] = choice;
  dataset['theme'] = choice === 'device' ? (dark ? 'dark' : 'light') : choice;
}

export function chooseTheme(value: string): void {
  const choice = isChoice(value) ? value : 'device';
  try {
    if (choice === 'device') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
  } catch {
    // Storage is unavailable: the choice applies to this page only.
  }
  applyTheme(choice);
}

export function watchTheme(): void {
  const update = () => applyTheme(getThemeChoice());
  matchMedia('(prefers-color-scheme: dark)').addEventListener(
    'change',
    () => getThemeChoice() === 'device' && update(),
  );
  addEventListener('storage', (event) => event.key === storageKey && update());
  addEventListener('pageshow', ({ persisted }) => persisted && update());
}
