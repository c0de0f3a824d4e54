import { type Block, plain, type Text, textsOf } from '../content/prose.ts';

/** What search engines read of a page besides its text (schema.org). The server puts address and figures in. */
export type StructuredData = { readonly '@type': string; readonly [name: string]: unknown };

const site = '%%origin%%';
const context = 'https://schema.org';

/** A text for machines: no marks, and figures as they may stand in JSON. */
export const spoken = (text: Text): string => plain(text).replace(/\{(\w+)\}/g, (_, name) => `%%json.${name}%%`);

const spokenBody = (body: readonly Block[]): string => textsOf(body).map(spoken).join(' ');

const companyId = `${site}/#company`;

/** Who we are: name, contacts and hours of support. */
export const companyData = (): StructuredData => ({
  '@context': context,
  '@type': 'Organization',
  '@id': companyId,
  name: spoken('{company}'),
  url: `${site}/`,
  logo: `${site}/favicon.svg`,
  areaServed: 'JM',
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer support',
    email: spoken('{email}'),
    telephone: spoken('{tel}'),
    hoursAvailable: {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      opens: '09:00',
      closes: '18:00',
    },
  },
});

/** Where a page stands: under the home page. */
export const breadcrumbs = (path: string, name: string): StructuredData => ({
  '@context': context,
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: 'Home', item: `${site}/` },
    { '@type': 'ListItem', position: 2, name, item: `${site}${path}` },
  ],
});

type AskedQuestion = { readonly id: string; readonly question: Text; readonly answer: readonly Block[] };

/** Questions with their answers, each with its own address. */
export const questionsData = (path: string, asked: readonly AskedQuestion[]): StructuredData => ({
  '@context': context,
  '@type': 'FAQPage',
  mainEntity: asked.map(({ id, question, answer }) => ({
    '@type': 'Question',
    name: spoken(question),
    url: `${site}${path}#${id}`,
    acceptedAnswer: { '@type': 'Answer', text: spokenBody(answer) },
  })),
});

type Taught = { readonly title: string; readonly about: string; readonly minutes: number; readonly parts: string[] };

/** A course that is taught at one's own pace. */
export const courseData = ({ title, about, minutes, parts }: Taught): StructuredData => ({
  '@context': context,
  '@type': 'Course',
  name: title,
  description: about,
  inLanguage: 'en-JM',
  provider: { '@id': companyId, '@type': 'Organization', name: spoken('{company}'), url: `${site}/` },
  hasCourseInstance: {
    '@type': 'CourseInstance',
    courseMode: 'Online',
    courseWorkload: `PT${Math.floor(minutes / 60)}H${minutes % 60}M`,
  },
  syllabusSections: parts.map((name) => ({ '@type': 'Syllabus', name })),
});
