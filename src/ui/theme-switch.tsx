import { getActionAttributes } from './shell.ts';
import { DarkIcon, DeviceIcon, LightIcon } from './shell-icons.tsx';
import { getNextTheme, type ThemeChoice, themeChoices } from './theme.ts';

const options: Record<ThemeChoice, { icon: typeof LightIcon; name: string }> = {
  light: { icon: LightIcon, name: 'Light' },
  dark: { icon: DarkIcon, name: 'Dark' },
  device: { icon: DeviceIcon, name: 'Device' },
};

const formatLabel = (choice: ThemeChoice): string =>
  `Theme: ${options[choice].name.toLowerCase()}. Change to ${options[getNextTheme(choice)].name.toLowerCase()}`;

/** Switches between light, dark and device theme. CSS shows the icon of the current choice. */
export const ThemeButton = () => (
  <button type="button" className="btn bare sm icon" title="Theme" {...getActionAttributes('next-theme')}>
    {themeChoices.map((choice) => {
      const Icon = options[choice].icon;
      return (
        <span key={choice} className={`only-theme-${choice}`}>
          <Icon />
          <span className="sr">{formatLabel(choice)}</span>
        </span>
      );
    })}
  </button>
);

export const ThemeChoices = () => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend.
  <div className="seg themes" role="group" aria-label="Theme">
    {themeChoices.map((choice) => (
      <button key={choice} type="button" value={choice} {...getActionAttributes('choose-theme')}>
        {options[choice].name}
        <span className={`sr only-theme-${choice}`}> (chosen)</span>
      </button>
    ))}
  </div>
);
