import { type Block, plain, type Text, textsOf } from '../content/prose.ts';

/** schema.org data. The server fills in URL and figures. */
type StructuredData = { readonly '@type': string; readonly [name: string]: unknown };

const site = '%%origin%%';
const context = 'https://schema.org';

export const toSlotText = (text: Text): string => plain(text).replace(/\{(\w+)\}/g, (_, name) => `%%json.${name}%%`);

const toBodyText = (body: readonly Block[]): string => textsOf(body).map(toSlotText).join(' ');

const companyId = `${site}/#company`;

export const getCompanyData = (): StructuredData => ({
  '@context': context,
  '@type': 'Organization',
  '@id': companyId,
  name: toSlotText('{company}'),
  url: `${site}/`,
  logo: `${site}/favicon.svg`,
  areaServed: 'JM',
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer support',
    email: toSlotText('{email}'),
    telephone: toSlotText('{tel}'),
    hoursAvailable: {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      opens: '09:00',
      closes: '18:00',
    },
  },
});

const getBreadcrumbs = (path: string, name: string): StructuredData => ({
  '@context': context,
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: 'Home', item: `${site}/` },
    { '@type': 'ListItem', position: 2, name, item: `${site}${path}` },
  ],
});

type QuestionAnswer = { readonly id: string; readonly question: Text; readonly answer: readonly Block[] };

export const getQuestionsData = (path: string, questions: readonly QuestionAnswer[]): StructuredData => ({
  '@context': context,
  '@type': 'FAQPage',
  mainEntity: questions.map(({ id, question, answer }) => ({
    '@type': 'Question',
    name: toSlotText(question),
    url: `${site}${path}#${id}`,
    acceptedAnswer: { '@type': 'Answer', text: toBodyText(answer) },
  })),
});

type Course = { readonly title: string; readonly about: string; readonly minutes: number; readonly parts: string[] };

export const getCourseData = ({ title, about, minutes, parts }: Course): StructuredData => ({
  '@context': context,
  '@type': 'Course',
  name: title,
  description: about,
  inLanguage: 'en-JM',
  provider: { '@id': companyId, '@type': 'Organization', name: toSlotText('{company}'), url: `${site}/` },
  hasCourseInstance: {
    '@type': 'CourseInstance',
    courseMode: 'Online',
    courseWorkload: `PT${Math.floor(minutes / 60)}H${minutes % 60}M`,
  },
  syllabusSections: parts.map((name) => ({ '@type': 'Syllabus', name })),
});

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
