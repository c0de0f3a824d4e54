import { shellAct } from './shell.ts';
import { DarkIcon, DeviceIcon, LightIcon } from './shell-icons.tsx';
import { type ThemeChoice, themeAfter, themeChoices } from './theme.ts';

const looks: Record<ThemeChoice, { icon: typeof LightIcon; name: string }> = {
  light: { icon: LightIcon, name: 'Light' },
  dark: { icon: DarkIcon, name: 'Dark' },
  device: { icon: DeviceIcon, name: 'Device' },
};

/** What is shown and what comes next, for whoever reads by ear. */
const label = (choice: ThemeChoice): string =>
  `Theme: ${looks[choice].name.toLowerCase()}. Change to ${looks[themeAfter(choice)].name.toLowerCase()}`;

/**
 * One button that goes round: light, dark, as the device. All three faces stand in it; the mark on `<html>` shows one
 * from the first paint.
 */
export const ThemeButton = () => (
  <button type="button" className="btn bare sm icon" title="Theme" {...shellAct('next-theme')}>
    {themeChoices.map((choice) => {
      const Icon = looks[choice].icon;
      return (
        <span key={choice} className={`only-theme-${choice}`}>
          <Icon />
          <span className="sr">{label(choice)}</span>
        </span>
      );
    })}
  </button>
);

/** The three themes beside each other, for the drawer. */
export const ThemeChoices = () => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend in this line of three.
  <div className="seg themes" role="group" aria-label="Theme">
    {themeChoices.map((choice) => (
      <button key={choice} type="button" value={choice} {...shellAct('choose-theme')}>
        {looks[choice].name}
        <span className={`sr only-theme-${choice}`}> (chosen)</span>
      </button>
    ))}
  </div>
);
