import { DarkIcon, DeviceIcon, LightIcon } from './shell-icons.tsx';
import { chooseTheme, type ThemeChoice, themeChoices, useThemeChoice } from './theme.ts';

const looks: Record<ThemeChoice, { icon: typeof LightIcon; name: string }> = {
  light: { icon: LightIcon, name: 'Light' },
  dark: { icon: DarkIcon, name: 'Dark' },
  device: { icon: DeviceIcon, name: 'Device' },
};

const nextOf = (choice: ThemeChoice): ThemeChoice =>
  themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] ?? 'device';

/** One button that goes round: light, dark, as the device. It says what is shown and what comes next. */
export function ThemeButton() {
  const choice = useThemeChoice();
  const next = nextOf(choice);
  const Icon = looks[choice].icon;
  const label = `Theme: ${looks[choice].name.toLowerCase()}. Change to ${looks[next].name.toLowerCase()}`;
  return (
    <button
      type="button"
      className="btn bare sm icon"
      aria-label={label}
      title={label}
      onClick={() => chooseTheme(next)}
    >
      <Icon />
    </button>
  );
}

/** The three themes beside each other, for the drawer. */
export function ThemeChoices() {
  const choice = useThemeChoice();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend in this line of three.
    <div className="seg" role="group" aria-label="Theme">
      {themeChoices.map((each) => (
        <button key={each} type="button" aria-pressed={each === choice} onClick={() => chooseTheme(each)}>
          {looks[each].name}
        </button>
      ))}
    </div>
  );
}
