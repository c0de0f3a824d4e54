import { execFileSync } from 'node:child_process';
import { dirname, relative, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { productFile } from './built.mjs';
import { serverFlags } from './node-flags.mjs';

/** Packages that stay in node_modules: with programs or files of their own, rarely loaded, or compared by identity. */
const apart = [
  'sharp',
  'pdfkit',
  'pdfjs-dist',
  'xmllint-wasm',
  '@aws-sdk/client-s3',
  'pg-native',
  '@opentelemetry/api',
];

/** Paths relative to a module, such as a worker thread, resolve from its source. */
const findsItsOwn: Plugin = {
  name: 'finds-its-own',
  enforce: 'pre',
  transform: (code, id) => {
    if (!code.includes('import.meta.url')) return null;
    const there = JSON.stringify(relative(dirname(resolve(productFile)), id.replace(/\?.*/, '')));
    return { code: code.replaceAll('import.meta.url', `new URL(${there}, import.meta.url).href`), map: null };
  },
};

/**
 * Escapes characters beyond ASCII. A single one makes V8 store the whole text with two bytes a character, at half the
 * speed.
 */
const staysNarrow: Plugin = {
  name: 'stays-narrow',
  generateBundle: (_options, bundle) => {
    for (const piece of Object.values(bundle)) if (piece.type === 'chunk') piece.code = narrowed(piece.code);
  },
};

function narrowed(code: string): string {
  if (/\\[^\0-\x7f]/.test(code)) throw new Error('a character beyond ASCII follows a backslash');
  const byNumber = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return code.replaceAll(/[^\0-\x7f]/g, byNumber);
}

/**
 * Bundles the product next to the pages: a start reads one file instead of two thousand. Not minified, so stack traces
 * stay readable. Threads and commands run the sources. Compiles it for the first start.
 */
export async function buildProductInOne(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [findsItsOwn, staysNarrow],
    ssr: { noExternal: true, external: apart, resolve: { conditions: ['node'], externalConditions: ['node'] } },
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
          // Drops package metadata, since the whole text stays in memory.
          comments: { legal: true, annotation: false, jsdoc: false },
        },
        // File names for stack traces (platform/in-one-piece.ts).
        experimental: { attachDebugInfo: 'simple' },
      },
    },
  });
  execFileSync(process.execPath, [...serverFlags, 'tools/compile-ahead.mjs'], { stdio: ['ignore', 2, 2] });
}
