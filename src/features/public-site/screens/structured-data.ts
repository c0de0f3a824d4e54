import { type Block, plain, type Text, textsOf } from '../content/prose.ts';

/** schema.org data. The server fills in URL and figures. */
export type StructuredData = { readonly '@type': string; readonly [name: string]: unknown };

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

export const getBreadcrumbs = (path: string, name: string): StructuredData => ({
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
