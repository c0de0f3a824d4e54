import { decideNews, listNews, proposeNews } from './news.ts';

export const newsApi = { list: listNews, propose: proposeNews, decide: decideNews };
