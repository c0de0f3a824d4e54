import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const page = (title: string) =>
  `<!doctype html><html lang="en-JM"><head><title>${title}</title></head><body data-session="%%session%%"><h1>${title}</h1>` +
  '<script type="module">document.title</script></body></html>';

const drawing =
  'export const drawing = ' +
  '{ files: { styles: [], scripts: [] }, renderLesson: () => "", renderTradingPage: () => "", earlyForm: "", deferredBoot: "start()" };';

export function createStubBuild(folder: string): void {
  createStubPages(join(folder, 'build/client'));
  mkdirSync(join(folder, 'build/renderers'), { recursive: true });
  writeFileSync(join(folder, 'build/renderers/renderers.js'), drawing);
  writeFileSync(join(folder, 'build/.built'), '');
}

/** Creates minimal pages that the server accepts as a build. Returns their folder. */
export function createStubPages(folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-web-'))): string {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), page('Cryptocommerce'));
  writeFileSync(join(folder, '__spa-fallback.html'), page('Loading'));
  return folder;
}
