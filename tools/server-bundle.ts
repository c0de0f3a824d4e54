import { execFileSync } from 'node:child_process';
import { dirname, relative, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { productFile } from './build-state.mjs';
import { serverFlags } from './node-flags.mjs';

/** Packages that are not bundled: they ship programs or files, are rarely loaded, or are compared by identity. */
const unbundled = [
  'sharp',
  'pdfkit',
  'pdfjs-dist',
  'xmllint-wasm',
  '@aws-sdk/client-s3',
  'pg-native',
  '@opentelemetry/api',
];

/** Keeps `import.meta.url` pointing at the source, because worker threads and data files are found relative to it. */
const keepSourceUrls: Plugin = {
  name: 'keep-source-urls',
  enforce: 'pre',
  transform: (code, id) => {
    if (!code.includes('import.meta.url')) return null;
    const relativePath = JSON.stringify(relative(dirname(resolve(productFile)), id.replace(/\?.*/, '')));
    return { code: code.replaceAll('import.meta.url', `new URL(${relativePath}, import.meta.url).href`), map: null };
  },
};

/** Escapes non-ASCII characters. With a single one, V8 stores the file as two-byte text and runs at half speed. */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  generateBundle: (_options, bundle) => {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escapeNonAscii(file.code);
  },
};

function escapeNonAscii(code: string): string {
  if (/\\[^\0-\x7f]/.test(code)) throw new Error('a non-ASCII character follows a backslash');
  const toEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return code.replaceAll(/[^\0-\x7f]/g, toEscape);
}

/**
 * Bundles the server into one file, because a start would otherwise read two thousand. The bundle is not minified, so
 * that stack traces stay readable, and is compiled for the first start. Worker threads and commands run the sources.
 */
export async function buildProductInOne(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [keepSourceUrls, asciiOnly],
    ssr: { noExternal: true, external: unbundled, resolve: { conditions: ['node'], externalConditions: ['node'] } },
    build: {
      ssr: 'tools/start-product.ts',
      outDir: dirname(productFile),
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        output: {
          entryFileNames: 'start-product.js',
          chunkFileNames: '[name].js',
          // Comments are dropped, because the text of the bundle stays in memory.
          comments: { legal: true, annotation: false, jsdoc: false },
        },
        // Adds source file names, which platform/observability/log.ts puts into stack traces.
        experimental: { attachDebugInfo: 'simple' },
      },
    },
  });
  execFileSync(process.execPath, [...serverFlags, 'tools/compile-cache.mjs'], { stdio: ['ignore', 2, 2] });
}
