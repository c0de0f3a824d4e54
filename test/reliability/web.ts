import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const page = (title: string) =>
  `<!doctype html><html lang="en-JM"><head><title>${title}</title></head><body data-session="%%session%%"><h1>${title}</h1>` +
  '<script type="module">document.title</script></body></html>';

/** The smallest pages that the server takes for built ones, so that no test here waits for a build. */
export function smallWeb(folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-web-'))): string {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), page('Cryptocommerce'));
  writeFileSync(join(folder, '__spa-fallback.html'), page('Loading'));
  return folder;
}
