import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../kernel/markup.ts';
import { type Files, preloadLinks } from './preload-links.ts';
import { getInlineScripts, type PreloadedPage, renderPreloaded, splitShell } from './preloaded-page.ts';

const policy =
  "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; " +
  "frame-ancestors 'none'; form-action 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'";
const inlineScript = /<script(?![^>]*\ssrc=)(?![^>]*type="application\/(?:ld\+)?json")[^>]*>([\s\S]*?)<\/script>/g;
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const noFiles: Files = { styles: [], scripts: [] };

type Page = { html: string; csp: string };

function preparePage(html: string): Page {
  const hashes = [...html.matchAll(inlineScript)].map((match) => sha256(match[1] ?? ''));
  return { html, csp: `${policy}; script-src 'self' ${hashes.join(' ')}` };
}

const addScriptHash = (csp: string, script: string | undefined): string =>
  script === undefined ? csp : `${csp} ${sha256(script)}`;

const mergeFiles = (preload: PreloadedPage, findFiles: Files): Files => ({
  styles: [...new Set([...preload.styles, ...findFiles.styles])],
  scripts: [...new Set([...preload.scripts, ...findFiles.scripts])],
});

/** Values for the placeholders `%%name%%` of a page. */
export type Slots = Readonly<Record<string, string>>;

export type PageOptions = {
  readonly root: string;
  /** Script that starts the application of a preloaded page. Without a script, no page is preloaded. */
  readonly bootScript: string | undefined;
  readonly isKnown: (path: string) => boolean;
  readonly findFiles: (path: string) => Files | undefined;
  readonly slots: (request: FastifyRequest, path: string) => Promise<Slots>;
  readonly isHidden: (path: string, slots: Slots) => boolean;
  /** False results in a 404. */
  readonly canOpen: (path: string, slots: Slots) => boolean;
  readonly renderWithoutScript: (
    exchange: { request: FastifyRequest; reply: FastifyReply },
    path: string,
  ) => Promise<string | null>;
  readonly preload: (
    exchange: { request: FastifyRequest; reply: FastifyReply },
    path: string,
  ) => Promise<PreloadedPage | null>;
};

/** Fills placeholders. Removes elements with an empty `data-optional`, which must not nest their own tag. */
export const fillSlots = (html: string, slots: Slots): string =>
  html
    .replace(/%%([\w.-]+)%%/g, (_, name: string) => escapeHtml(slots[name] ?? ''))
    .replace(/<(\w+) data-optional=""[^>]*>.*?<\/\1>/gs, '');

const replaceNoscript = (html: string, text: string | null): string =>
  text === null ? html : html.replace(/<noscript>.*?<\/noscript>/s, () => `<noscript>${text}</noscript>`);

async function loadPages(root: string): Promise<Map<string, Page>> {
  const pages = new Map<string, Page>();
  for await (const file of glob('**/*.html', { cwd: root })) {
    const html = await readFile(join(root, file), 'utf8');
    pages.set(`/${file.replace(/(^|\/)index\.html$/, '')}`, preparePage(html));
  }
  return pages;
}

/** Serves pages from memory, with the hashes of their inline scripts in the content policy. */
export async function mountPages(app: FastifyInstance, options: PageOptions): Promise<void> {
  const pages = await loadPages(options.root);
  const shell = pages.get('/__spa-fallback.html');
  if (!shell) throw new Error(`no built pages in ${options.root}`);
  pages.delete('/__spa-fallback.html');
  const split = options.bootScript ? splitShell(shell.html, options.bootScript) : null;
  const splitCsp = split && preparePage(getInlineScripts(split)).csp;
  app.setNotFoundHandler((_request, reply) => sendNotFound(reply));
  // A route, because the compression plugin ignores the not-found handler.
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const path = parsePath(request);
      if (path === null || /^\/(api|assets|dev)\//.test(path)) return sendNotFound(reply);
      const exchange = { request, reply };
      const [slots, preload, renderWithoutScript] = await Promise.all([
        options.slots(request, path),
        split && !pages.has(path) ? options.preload(exchange, path) : null,
        pages.has(path) ? null : options.renderWithoutScript(exchange, path),
      ]);
      const isFound = pages.has(path) || (options.isKnown(path) && options.canOpen(path, slots));
      const page = pages.get(path) ?? shell;
      const visibility = { 'known.class': isFound ? '' : 'gone', 'unknown.class': isFound ? 'gone' : '' };
      const fill = (html: string) => fillSlots(html, { ...slots, ...visibility });
      const isPersonal =
        (slots['session'] === 'in' && preload !== null && preload.queries.length > 0) || renderWithoutScript !== null;
      const csp = preload && splitCsp ? addScriptHash(splitCsp, preload.script) : page.csp;
      const findFiles = (isFound && page === shell && options.findFiles(path)) || noFiles;
      return reply
        .code(isFound ? 200 : 404)
        .headers({ 'cache-control': isPersonal ? 'private, no-store' : 'private, no-cache', vary: 'cookie' })
        .headers({ 'content-security-policy': csp })
        .headers(options.isHidden(path, slots) ? { 'x-robots-tag': 'noindex' } : {})
        .type('text/html; charset=utf-8')
        .send(
          split && preload
            ? renderPreloaded(split, { ...preload, ...mergeFiles(preload, findFiles) }, fill)
            : replaceNoscript(
                fill(page.html).replace('</head>', () => `${preloadLinks(findFiles)}</head>`),
                renderWithoutScript,
              ),
        );
    },
  });
}

/** Limits the time to match a path with all screens. */
const maxPathLength = 200;

/** Decodes the path. Null when invalid, too long or encoded twice. */
function parsePath(request: FastifyRequest): string | null {
  const rawPath = request.url.split('?')[0] ?? '/';
  try {
    const path = decodeURIComponent(rawPath);
    if (path.length > maxPathLength || /[%?#]/.test(path)) return null;
    return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  } catch {
    return null;
  }
}

const sendNotFound = (reply: FastifyReply) => reply.code(404).send({ code: 'not_found' });
