import { reactRouter } from '@react-router/dev/vite';
import pdfjs from 'pdfjs-dist/package.json' with { type: 'json' };
import { defineConfig } from 'vite';

const server = process.env.API_ADDRESS ?? 'http://127.0.0.1:3001';
// The address must reach the server as the browser wrote it: its origin check compares the two.
const proxy = { target: server, changeOrigin: false };

/** What every page carries. Two files compress better than the pieces that each new screen would cut them into. */
const framework = { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler|@react-router)\// };
const parts = [
  'button|confirm|fault|footer|mark|navigation|page-error|places|relief|return-to|sign-out|skeleton|theme|theme-switch',
  'shell-icons|toast|toasts|viewer|company',
].join('|');
const shell = {
  name: 'shell',
  test: new RegExp(
    [
      'preload-helper',
      String.raw`/src/screens\.ts`,
      String.raw`/src/ui/(${parts})\.tsx?$`,
      String.raw`/src/features/public-pages/(facts\.ts|screens/home-parts/figure-text)`,
    ].join('|'),
  ),
};

/**
 * The decoders that the PDF reader loads by a name of its own keep that name. Their folder carries the version: what
 * lies under /assets is kept by browsers for good.
 */
const assetFileNames = ({ names }: { names: readonly string[] }) =>
  names.some((name) => /nowasm_fallback/.test(name))
    ? `assets/pdf-${pdfjs.version}/[name][extname]`
    : 'assets/[name]-[hash][extname]';

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    target: 'es2022',
    sourcemap: false,
    rolldownOptions: { output: { assetFileNames, codeSplitting: { groups: [framework, shell] } } },
  },
  server: { proxy: { '/api': proxy, '/dev': proxy, '/healthz': proxy, '/readyz': proxy } },
});
