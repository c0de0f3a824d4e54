import { complete, decline, draw } from './answer.ts';
import { answerAppeal, appeals } from './appeals.ts';
import { judge, review } from './judge.ts';
import { count, mark, matter, matters, note } from './matters.ts';
import { decideWarning, proposeWarning, withdrawWarning } from './publish.ts';

/** Reported scams at the desk. */
export const scamDeskApi = {
  ...{ matters, count, matter, note, mark },
  ...{ review, judge, draw, complete, decline },
  ...{ appeals, answerAppeal },
  ...{ proposeWarning, decideWarning, withdrawWarning },
};
