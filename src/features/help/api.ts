import * as customer from './customer-commands.ts';
import * as staff from './staff-commands.ts';

export const helpApi = {
  own: customer.listOwn,
  about: customer.describeAbout,
  show: customer.showOwn,
  open: customer.openConversation,
  write: customer.writeMessage,
  complain: customer.makeComplaint,
  requestReview: customer.requestReview,
};

export const helpDeskApi = {
  list: staff.list,
  count: staff.count,
  show: staff.show,
  record: staff.record,
  answer: staff.answer,
  assign: staff.assign,
  close: staff.close,
  markComplaint: staff.markComplaint,
  decide: staff.decide,
  review: staff.review,
  register: staff.register,
};
