import { decideNews, listNews, proposeNews } from './news.ts';

/** What the operator writes to whoever agreed to it. */
export const newsApi = { list: listNews, propose: proposeNews, decide: decideNews };
