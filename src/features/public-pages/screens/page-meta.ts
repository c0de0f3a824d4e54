/**
 * The address of the product as its own pages give it. The server writes it into the built page; in the browser it is
 * read back from there, so that both write the same.
 */
function origin(): string {
  if (typeof document === 'undefined') return '%%origin%%';
  const written = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.getAttribute('href');
  return written && URL.canParse(written) ? new URL(written).origin : location.origin;
}

type Page = { readonly path: string; readonly title: string; readonly description: string };

/** What search engines and messengers show of a public page, with the picture for shared links. */
export function pageMeta({ path, title, description }: Page) {
  const site = origin();
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
    { property: 'og:image:alt', content: 'Cryptocommerce: contour lines of a mountain and a golden path to its top' },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: image },
  ];
}
