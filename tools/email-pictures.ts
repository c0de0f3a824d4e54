import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { emailPages } from '../test/emails.ts';

/** Takes a picture of one mail of each kind in Firefox, for the engine that the journeys do not drive. */
const folder = resolve('build/emails');
const firefox = process.env['FIREFOX_PATH'] ?? 'firefox-esr';
mkdirSync(folder, { recursive: true });

for (const [theme, dark] of [['light', 0] as const, ['dark', 1] as const]) {
  const profile = mkdtempSync(join(tmpdir(), 'cryptocommerce-firefox-'));
  writeFileSync(join(profile, 'user.js'), `user_pref('ui.systemUsesDarkTheme', ${dark});\n`);
  for (const { kind, html } of emailPages) {
    const page = join(folder, `${kind}.html`);
    writeFileSync(page, html);
    for (const width of [360, 600]) {
      const picture = join(folder, `${kind}-${theme}-${width}.png`);
      const own = ['--headless', '--no-remote', '--profile', profile, '--window-size', `${width},1200`];
      const screenshot = spawnSync(firefox, [...own, '--screenshot', picture, `file://${page}`], { stdio: 'ignore' });
      if (screenshot.status !== 0)
        throw new Error(
          `Firefox took no picture. Install firefox-esr, or set FIREFOX_PATH: ${screenshot.error?.message}`,
        );
    }
  }
  rmSync(profile, { recursive: true, force: true });
}
console.info(`${emailPages.length} mails in ${folder}, each in two themes and at two widths.`);
