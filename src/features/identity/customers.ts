import { pageOf } from '../../kernel/page.ts';
import { audit, auditLook, byStaff } from '../../platform/audit.ts';
import { isOwn } from '../../platform/database.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { ordersOfCustomer } from '../trading/order/customer-orders.ts';
import { identityActs } from './acts.ts';
import { addCustomerNote, customerFiles, customerLines, customerNotes, customerProfile } from './customer-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { submissionsOf } from './review-store.ts';
import { AddCustomerNote, LeafOrders, OneCustomer, SearchCustomers } from './schema.ts';
import type { CustomerList, CustomerOrders, CustomerPage } from './views.ts';

const pageSize = 50;
const looks = () => staffOnly(identityActs.look);
const looksAtOne = () => looks().errors(mayRefuse('identity.customer_not_found', 'approvals.own_matter'));

/** The customers, newest first, found by name or e-mail. How far somebody leafs through them is written down. */
export const listCustomers = looks()
  .input(SearchCustomers)
  .handler(async ({ context, input }): Promise<CustomerList> => {
    const { services, tx } = context;
    const rows = await customerLines(tx, { ...input, limit: pageSize + 1 });
    const { page: lines, next } = pageOf(rows, pageSize, ({ id }) => id);
    // What was typed may be somebody's name or address, which the log could never forget.
    const seen = { customers: lines.length, searched: input.search !== '', behind: input.after };
    const what = { action: 'customer.listed', subjectType: 'customer', subjectId: 'list', after: seen };
    await auditLook(tx, services.clock(), { ...byStaff(context), ...what });
    return { lines, next };
  });

/** All that staff need to know of one customer. The reading is written into the audit log. Not for one's own page. */
export const showCustomer = looksAtOne()
  .input(OneCustomer)
  .handler(async ({ context, input: { userId } }): Promise<CustomerPage> => {
    const { tx, person } = context;
    if (isOwn(person, userId)) return refuse('approvals.own_matter', {});
    const found = await customerProfile(tx, userId);
    if (!found) return refuse('identity.customer_not_found', {});
    const { status, ...profile } = found;
    const what = { action: 'customer.read', subjectType: 'customer', subjectId: userId, aboutId: userId };
    await audit(tx, { ...byStaff(context), ...what });
    const [submissions, files, { orders, next: moreOrders }, notes] = await Promise.all([
      submissionsOf(tx, userId),
      customerFiles(tx, userId),
      ordersOfCustomer(tx, userId, null),
      customerNotes(tx, userId),
    ]);
    return { profile, status, submissions, files, orders, moreOrders, notes };
  });

/** The orders of a customer behind those that their page shows. The reading goes on, and so does the log. */
export const showCustomerOrders = looksAtOne()
  .input(LeafOrders)
  .handler(async ({ context, input: { userId, before } }): Promise<CustomerOrders> => {
    const { tx, person } = context;
    if (isOwn(person, userId)) return refuse('approvals.own_matter', {});
    if (!(await customerProfile(tx, userId))) return refuse('identity.customer_not_found', {});
    const found = await ordersOfCustomer(tx, userId, before);
    const seen = { orders: found.orders.length, behind: before };
    const what = { action: 'customer.read', subjectType: 'customer', subjectId: userId, aboutId: userId, after: seen };
    await audit(tx, { ...byStaff(context), ...what });
    return found;
  });

/** A remark among staff about a customer, who never sees it. */
export const addNote = looksAtOne()
  .input(AddCustomerNote)
  .handler(async ({ context, input: { userId, note } }) => {
    const { services, tx, person } = context;
    if (isOwn(person, userId)) return refuse('approvals.own_matter', {});
    if (!(await customerProfile(tx, userId))) return refuse('identity.customer_not_found', {});
    const noteId = await addCustomerNote(tx, { userId, by: person.id, note, at: services.clock() });
    const what = { action: 'customer.noted', subjectType: 'customer', subjectId: userId, aboutId: userId };
    await audit(tx, { ...byStaff(context), ...what });
    return { noteId };
  });
