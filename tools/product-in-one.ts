import { execFileSync } from 'node:child_process';
import { dirname, relative, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { productFile } from './built.mjs';
import { serverFlags } from './node-flags.mjs';

/**
 * Stays in node_modules: what comes with programs or files of its own, what many starts never load, and what tells two
 * of itself apart.
 */
const apart = [
  'sharp',
  'pdfkit',
  'pdfjs-dist',
  'xmllint-wasm',
  '@aws-sdk/client-s3',
  'pg-native',
  '@opentelemetry/api',
];

/** What a module looks for beside itself, such as the program of a thread, it finds beside its source. */
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
 * Signs beyond ASCII are written by their number: with a single one of them the whole text is kept in memory at two
 * bytes a sign, and read at half the pace.
 */
const staysNarrow: Plugin = {
  name: 'stays-narrow',
  generateBundle: (_options, bundle) => {
    for (const piece of Object.values(bundle)) if (piece.type === 'chunk') piece.code = narrowed(piece.code);
  },
};

function narrowed(code: string): string {
  if (/\\[^\0-\x7f]/.test(code)) throw new Error('a sign beyond ASCII stands behind a backslash');
  const byNumber = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return code.replaceAll(/[^\0-\x7f]/g, byNumber);
}

/**
 * Lays the whole product down in one piece, beside the pages: a start reads one file instead of two thousand. It is not
 * made small, so that stacks read as the sources do; threads and commands run the sources as they are. Then it is
 * compiled, for the first start.
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
          // The whole text stays in memory; what packages say about themselves does not belong there.
          comments: { legal: true, annotation: false, jsdoc: false },
        },
        // Above what was a file stands its name, for whoever reads a stack (platform/in-one-piece.ts).
        experimental: { attachDebugInfo: 'simple' },
      },
    },
  });
  execFileSync(process.execPath, [...serverFlags, 'tools/compile-ahead.mjs'], { stdio: ['ignore', 2, 2] });
}
