import { existsSync } from 'node:fs';
import { installDebianPackage } from './debian-packages.ts';

/** Debian's Firefox and WebKitGTK with its driver. Playwright's own builds are patched, so customers never run them. */
export const programs = {
  firefox: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
  webkitDriver: '/usr/bin/WebKitWebDriver',
  miniBrowser: `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
  xvfb: '/usr/bin/Xvfb',
} as const;

const packages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'];

const findMissing = () => Object.values(programs).filter((path) => !existsSync(path));

export function installEngines(): void {
  if (findMissing().length === 0) return;
  console.error('Installing Firefox and WebKit for the tests (once) ...');
  for (const name of packages) installDebianPackage(name);
  const missing = findMissing();
  if (missing.length > 0)
    throw new Error(`Missing: ${missing.join(', ')}. Install ${packages.join(', ')} of Debian as root.`);
}
