import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const page = (title: string) =>
  `<!doctype html><html lang="en-JM"><head><title>${title}</title></head><body data-session="%%session%%"><h1>${title}</h1>` +
  '<script type="module">document.title</script></body></html>';

const drawing =
  'export const drawing = ' +
  '{ files: { styles: [], scripts: [] }, drawLesson: () => "", tradingDesk: "", earlyForm: "" };';

/** A folder that the starter takes for one where everything was built. */
export function smallBuild(folder: string): void {
  smallWeb(join(folder, 'build/client'));
  mkdirSync(join(folder, 'build/drawn'), { recursive: true });
  writeFileSync(join(folder, 'build/drawn/drawn.js'), drawing);
  writeFileSync(join(folder, 'build/.built'), '');
}

/** The smallest pages that the server takes for built ones, so that no test here waits for a build. */
export function smallWeb(folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-web-'))): string {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), page('Cryptocommerce'));
  writeFileSync(join(folder, '__spa-fallback.html'), page('Loading'));
  return folder;
}
