import { getBreadcrumbs, type StructuredData } from './structured-data.ts';

type Page = {
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly data?: readonly StructuredData[];
};

const script = (data: StructuredData) => ({ 'script:ld+json': data });

/** The server renders all metadata for search engines and link previews. The browser renders only the title. */
export function pageMeta({ path, name, description, data = [] }: Page) {
  const title = `${name} - Cryptocommerce`;
  if (!import.meta.env.SSR) return [{ title }];
  const site = '%%origin%%';
  const url = `${site}${path}`;
  const image = `${site}/card.png`;
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Cryptocommerce' },
    { property: 'og:locale', content: 'en_JM' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: 'Master Cryptocurrency and Blockchain, over the contour lines of a mountain' },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: image },
    ...(path === '/' ? [] : [script(getBreadcrumbs(path, name))]),
    ...data.map(script),
  ];
}
