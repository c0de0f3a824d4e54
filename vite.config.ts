import { reactRouter } from '@react-router/dev/vite';
import pdfjs from 'pdfjs-dist/package.json' with { type: 'json' };
import { defineConfig, type Plugin } from 'vite';
import { chunkErrorMessage } from './src/ui/chunk-error.ts';
import { inlineScripts } from './tools/inline-scripts.ts';
import { prerenderTimeouts } from './tools/prerender-timeouts.ts';

const server = process.env.API_ADDRESS ?? 'http://127.0.0.1:3001';
const proxy = { target: server };

/** React, used by the application and by some islands. */
const react = { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// };
/** Router and application. Fewer, larger chunks compress better. */
const router = { name: 'router', test: /node_modules\/(react-router|@react-router)\/|\/src\/application\.tsx$/ };
const parts = [
  'button|company|reauth|error-reference|footer|landscape|link|logo|menu|navigation|page-error|return-to|shell-icons',
  'skeleton|theme-switch|viewer',
].join('|');
const frame = { name: 'frame', test: new RegExp(String.raw`/src/(screens\.ts|ui/(${parts})\.tsx?)$`) };
/** Permissions that customers' screens read, and those of the admin area, each in one chunk instead of nine. */
const roles = { name: 'roles', test: /\/src\/(kernel|features\/(documents|kyc))\/permissions\.ts$/ };
const places = { name: 'places', test: /\/src\/features\/.*\/permissions\.ts$/ };
/** UI components that nearly every screen uses, in one chunk instead of nine. */
const kitParts = 'badge|empty-state|lazy-part|notice|screen-head|sign-in-required|states';
const kitHooks = 'useBaseQuery|useQuery|useMutation';
const kit = {
  name: 'kit',
  test: new RegExp(
    String.raw`/src/ui/(${kitParts})\.tsx?$|/@tanstack/react-query/.*/(${kitHooks})\.js$|/(createLucideIcon|icons/(check|copy|x))\.m?js$`,
  ),
};
/** API client and query library. */
const client = { name: 'client', test: /\/src\/ui\/client\.ts$|\/QueryClientProvider\.js$/ };
/** Modules of all pages, including public ones. First in the list, so that no larger chunk absorbs them. */
const shell = {
  name: 'shell',
  priority: 1,
  test: /preload-helper|\/src\/ui\/(busy|shell|sign-out|theme|toast|viewer-state)\.ts$/,
};

/** Modules that our pages never call: JSON schemas, hooks for tracing, and routes that load from the server. */
const unusedModules = [
  '/zod/v4/core/json-schema-processors.js',
  '/zod/v4/core/to-json-schema.js',
  '/react-router/dist/production/lib/router/instrumentation.js',
  '/react-router/dist/production/lib/dom/ssr/fog-of-war.js',
];

/** Replaces the functions of unused modules with empty ones, which saves 8 kB per screen. */
const omitUnusedModules: Plugin = {
  name: 'omit-unused-modules',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async load(id) {
    if (!unusedModules.some((file) => id.endsWith(file))) return null;
    const names = Object.keys(await import(id));
    return `const nothing = () => undefined;\nexport { ${names.map((name) => `nothing as ${name}`).join(', ')} };`;
  },
};

const tries = 'const jit = !core.globalConfig.jitless;';

/** Disables zod's check for `eval`, which browsers would report as a violation of our CSP. */
const disableEvalTest: Plugin = {
  name: 'disable-eval-test',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    if (!id.endsWith('/zod/v4/core/schemas.js')) return null;
    if (!code.includes(tries)) throw new Error('zod moved its eval test');
    return { code: code.replace(tries, 'const jit = false;'), map: null };
  },
};

const reloads = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/;

/**
 * Makes React Router throw if a chunk fails to load, so that `ui/page-error.tsx` can explain the error. By default it
 * reloads, which offline leads to the browser's error page. The build fails if an update changes the patched code.
 */
const failOnMissingChunk: Plugin = {
  name: 'fail-on-missing-chunk',
  apply: 'build',
  transform(code, id) {
    if (!/react-router\/dist\/.*\/routeModules\.js$/.test(id)) return null;
    if (!reloads.test(code)) throw new Error('the router no longer reloads where a screen does not come');
    return { code: code.replace(reloads, `throw new Error('${chunkErrorMessage}');`), map: null };
  },
};

/** Keeps the names of decoders, which PDF.js loads by name. The version is in the path, as browsers cache assets. */
const assetFileNames = ({ names }: { names: readonly string[] }) =>
  names.some((name) => /nowasm_fallback/.test(name))
    ? `assets/pdf-${pdfjs.version}/[name][extname]`
    : 'assets/[name]-[hash][extname]';

/** Dependencies to preload with a lazy chunk. Only large ones, because every page contains the list. */
const resolveDependencies = (part: string, needed: string[]) =>
  /\/(maintenance|offline-storage|report-fault)-[^/]+$/.test(part) ? [] : needed;

export default defineConfig({
  plugins: [
    inlineScripts({ omitIn: 'client' }),
    omitUnusedModules,
    disableEvalTest,
    failOnMissingChunk,
    reactRouter(),
    prerenderTimeouts(),
  ],
  build: {
    target: 'es2022',
    sourcemap: false,
    modulePreload: { resolveDependencies },
    // Modules have no side effects, so the bundler drops unused exports.
    rolldownOptions: {
      treeshake: {
        propertyReadSideEffects: false,
        moduleSideEffects: [{ test: /\/src\/(kernel|platform|features)\/.*\.tsx?$/, sideEffects: false }],
      },
      output: { assetFileNames, codeSplitting: { groups: [shell, react, router, frame, client, kit, roles, places] } },
    },
  },
  server: { proxy: { '/api': proxy, '^/dev/': proxy, '/healthz': proxy, '/readyz': proxy } },
});
